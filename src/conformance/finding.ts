/**
 * Outcome is the result of a case. What a server answers wrongly is a fail. A request that
 * failed (no connection, a time-out, status 429 or 5xx, a limit of this program) says nothing
 * about the document: could-not-run. What the document lets a server leave out, or the register
 * has no data for, is not-applicable.
 */
export type Outcome = 'pass' | 'fail' | 'not-applicable' | 'could-not-run';

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
