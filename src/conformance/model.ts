import type { Variant } from '../core/model.ts';
import type { EndpointId } from './endpoints.ts';
import type { RegisterUnderTest } from './register-under-test.ts';

/** Level is how much a case matters. MUST: the document states it, or says MUST. SHOULD: it says SHOULD, or leaves it to HTTP. */
export type Level = 'MUST' | 'SHOULD';

/**
 * Outcome is the result of a case. What a server answers wrongly is a fail. A request that failed (no connection, a time-out, status 429 or 5xx, a limit of this program)
 * says nothing about the document: could-not-run. What the document lets a server leave out, or the register has no data for, is not-applicable.
 */
export type Outcome = 'pass' | 'fail' | 'not-applicable' | 'could-not-run';

/** GROUPS are the parts of a report that can be chosen. The last one sends requests that no honest client makes. */
export const GROUPS = ['register', 'records', 'entries', 'items', 'proofs', 'snapshots', 'hostile'] as const;

/** Group is a part of a report. */
export type Group = (typeof GROUPS)[number];

/** ConformanceCase is one thing that the document says of an endpoint. */
export interface ConformanceCase {
  readonly endpoint: EndpointId;
  /** Tells the cases of an endpoint apart; `endpoint/name` never changes, so that reports can be compared. */
  readonly name: string;
  readonly level: Level;
  /** States what a right server does. */
  readonly title: string;
  /** The words of the API document, or of the RFC that they name; a pair where the variants have other words: v2 first. */
  readonly words: string | readonly [item: string, blob: string];
  /** The one variant that it is for; absent: both. */
  readonly variant?: Variant;
  readonly hostile?: true;
  /** Resolves where the server does as the title says. Throws a Finding otherwise. */
  readonly run: (register: RegisterUnderTest) => Promise<void>;
}

type CaseRow = (
  endpoint: EndpointId,
  name: string,
  title: string,
  words: ConformanceCase['words'],
  run: ConformanceCase['run'],
  variant?: Variant,
) => ConformanceCase;

const caseOf =
  (level: Level): CaseRow =>
  (endpoint, name, title, words, run, variant) => ({
    endpoint,
    name,
    level,
    title,
    words,
    run,
    ...(variant && { variant }),
  });

/** must and should make a case of that level. */
export const must = caseOf('MUST');
export const should = caseOf('SHOULD');

/** Exchange is one request and its answer. */
export interface Exchange {
  readonly address: string;
  readonly method: 'GET' | 'HEAD';
  readonly accept: string;
  readonly status: number;
  /** In lower case, without parameters; '' if there is none. */
  readonly mediaType: string;
  /** Null if there is none, or where it cannot be read. */
  readonly link: string | null;
  /** The address that answered, after redirects. */
  readonly answeredBy: string;
  readonly text: string;
}

/** Finding ends a case that does not pass, with a sentence that says why and the exchange that shows it. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly outcome: Exclude<Outcome, 'pass'>;
  readonly exchange: Partial<Exchange> | undefined;

  constructor(outcome: Finding['outcome'], message: string, exchange?: Partial<Exchange>) {
    super(message);
    this.outcome = outcome;
    this.exchange = exchange;
  }
}

/** expect throws a fail with this message unless the condition is true. */
export function expect(condition: boolean, message: string, exchange: Exchange): asserts condition {
  if (!condition) throw new Finding('fail', message, exchange);
}

/** notApplicable says why a case is not about this register. */
export function notApplicable(reason: string): Finding {
  return new Finding('not-applicable', reason);
}

/** shown is a value of an answer in a message, cut to 120 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
