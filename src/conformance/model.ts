import type { Variant } from '../core/model.ts';
import type { EndpointId } from './endpoints.ts';
import type { RegisterUnderTest } from './register-under-test.ts';

/**
 * Level is how much a case matters. MUST: the document states it, or says MUST. SHOULD: it says
 * SHOULD, leaves it to HTTP (RFC 9110), or states it of other answers only.
 */
export type Level = 'MUST' | 'SHOULD';

/**
 * Outcome is the result of a case. What a server answers wrongly is a fail. A request that
 * failed (no connection, a time-out, status 429 or 5xx, a limit of this program) says nothing
 * about the document: could-not-run. What the document lets a server leave out, or the register
 * has no data for, is not-applicable.
 */
export type Outcome = 'pass' | 'fail' | 'not-applicable' | 'could-not-run';

/**
 * GROUPS are the parts of a report that can be chosen. The last one sends requests
 * that no honest client makes.
 */
export const GROUPS = ['register', 'records', 'entries', 'items', 'proofs', 'snapshots', 'hostile'] as const;

/** Group is a part of a report. */
export type Group = (typeof GROUPS)[number];

/** USUAL_GROUPS are checked unless somebody says otherwise. */
export const USUAL_GROUPS: readonly Group[] = GROUPS.filter((group) => group !== 'hostile');

/** Check resolves if the server behaves as the title of its case says. Throws a Finding otherwise. */
export type Check = (register: RegisterUnderTest) => Promise<void>;

/** Words are the document's; where they differ, a variant that has none has no such case. */
type Words = string | Partial<Readonly<Record<Variant, string>>>;

/** Case is one thing that the document says of an endpoint. */
export interface Case {
  readonly level: Level;
  /** What a right server does. */
  readonly title: string;
  /** The words of the document or of the RFC that it names, if not those of the endpoint. */
  readonly words: Words | undefined;
  readonly check: Check;
}

/** Cases are cases by `endpoint/name`, which never changes, so that reports can be compared. */
export type Cases = Readonly<Record<`${EndpointId}/${string}`, Case>>;

/**
 * CaseMaker makes a case of a title and a check, with the document's words if they are
 * not those of the endpoint.
 */
export type CaseMaker<C = Check> = (check: C) => Case;

const ofLevel =
  (level: Level) =>
  (title: string, words?: Words): CaseMaker =>
  (check) => ({ level, title, words, check });

/** must and should describe a case of that level. */
export const must = ofLevel('MUST');
export const should = ofLevel('SHOULD');

/** Exchange is one request and its answer. */
export interface Exchange {
  readonly address: string;
  readonly method: 'GET' | 'HEAD';
  readonly status: number;
  /** In lower case, without parameters; '' if there is none. */
  readonly mediaType: string;
  /** Null if there is none. */
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

/** fail ends a case: this exchange shows that the server answers wrongly. */
export function fail(exchange: Partial<Exchange>, message: string): never {
  throw new Finding('fail', message, exchange);
}

/** notApplicable ends a case that is not about this register. */
export function notApplicable(reason: string): never {
  throw new Finding('not-applicable', reason);
}

/** findingOf resolves with the Finding that ends this work; undefined if it ends well. */
export async function findingOf(work: Promise<unknown>): Promise<Finding | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error;
    throw error;
  }
}

/** shown is a value of an answer in a message, cut to 120 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
