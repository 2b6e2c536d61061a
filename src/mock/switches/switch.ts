import type { EndpointName } from '../../conformance/endpoints.ts';
import type { Variant, LeafRuleId } from '../../core/model.ts';
import type { ServedLog } from '../engine/register-log.ts';
import type { Rewrite } from '../engine/register.ts';

/** Switch is one behaviour or fault that a base address can turn on. */
export interface Switch extends Change {
  /** Its name in the address, after `+`. */
  readonly id: string;
  /** A behaviour is something that honest servers do; a fault is not. */
  readonly kind: 'behaviour' | 'fault';
  readonly description: string;
}

/**
 * SwitchTable has switches by their ids. One without a change is asked for by its id,
 * where an answer is made.
 */
export type SwitchTable = Readonly<Record<string, string | readonly [description: string, change: Change]>>;

/** Change is the effect of a switch. */
export interface Change {
  /** The one variant that it is for; absent: both. */
  readonly variant?: Variant;
  /**
   * The one endpoint at which it is in force, or is not, where the address does not
   * limit it; absent: everywhere.
   */
  readonly at?: EndpointName;
  readonly notAt?: EndpointName;
  readonly leafRule?: LeafRuleId;
  /**
   * Changes the source; log, counts, tree and proofs follow. Runs before every `alter`,
   * and once even if repeated.
   */
  readonly rewrite?: Rewrite;
  /** Changes the log's data or proofs, and nothing follows. */
  readonly alter?: (log: ServedLog) => Partial<ServedLog>;
  /** Answers in place of the register, or lets it answer. */
  readonly before?: (request: Request) => Promise<Response | undefined>;
  /** Changes the answer. */
  readonly after?: (response: Response) => Promise<Response>;
}
