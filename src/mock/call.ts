import type { Proofs } from './engine/proofs.ts';
import type { RegisterLog } from './engine/register-log.ts';
import type { Format } from './http/accept.ts';
import type { Table } from './http/csv.ts';
import type { Json } from './http/json.ts';
import type { Manner } from './manner.ts';
import type { Shape } from './shape/shape.ts';

/** View is a register as one mount shows it. Faults are functions from View to View. */
export interface View {
  readonly log: RegisterLog;
  readonly proofs: Proofs;
}

/** Call is one request to one resource of a register. */
export interface Call extends View {
  readonly manner: Manner;
  readonly shape: Shape;
  /** For example `https://host:1234`. */
  readonly origin: string;
  /** The path of the mount as it was asked for, percent-encoded: `/registers/country/v2`. */
  readonly base: string;
  /** The path below the base as it was asked for, percent-encoded, suffix included. */
  readonly askedPath: string;
  /** The path below the base, percent-encoded, without a suffix that asks for a form: what is routed. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The form to answer in; undefined where the Accept header admits none. */
  readonly format: Format | undefined;
}

/** Answer is what a resource has to say, in both forms; only the one asked for is made. */
export interface Answer {
  readonly json: () => Json;
  readonly table: () => Table;
  readonly links?: readonly Link[];
}

/** Link is one link of the Link header, to a resource of the same register. */
export interface Link {
  readonly rel: 'next' | 'previous' | 'version-history';
  /** The path below the base, percent-encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
}

/** EndpointName is what a switch can be limited to: `+dead@item`. Both variants use the same names; an item is a blob in the earlier one. */
export type EndpointName =
  | 'summary'
  | 'record'
  | 'trail'
  | 'records'
  | 'entry'
  | 'entries'
  | 'item'
  | 'items'
  | 'register-proof'
  | 'entry-proof'
  | 'consistency-proof'
  | 'snapshot';

/** Endpoint is one line of the API document. */
export interface Endpoint {
  /** The same for those that are one to a client: both filters are `records`. */
  readonly name: EndpointName;
  /** The path below the base; `:name` stands for one segment. */
  readonly path: string;
  readonly title: string;
  /** answer gets the values of the path's segments, decoded, in their order. @throws Problem */
  readonly answer: (call: Call, ...values: string[]) => Answer;
}
