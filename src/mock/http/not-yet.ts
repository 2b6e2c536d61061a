import { Problem } from './problem.ts';

/** NotYet is for an answer that is being worked out (503 with Retry-After). `until` resolves when it is worth asking again. */
export class NotYet extends Problem {
  readonly until: Promise<void>;

  constructor(detail: string, until: Promise<void>) {
    super(503, detail);
    this.until = until;
  }
}
