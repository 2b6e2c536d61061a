import type { Variant } from '../../core/model.ts';
import type { EndpointName, View } from '../call.ts';
import type { Rewrite } from '../engine/register.ts';
import type { Manner } from '../manner.ts';

/** Switch is one manner or fault that a base address can turn on. */
export interface Switch {
  /** As it stands in the address, after `+`. */
  readonly id: string;
  /** A manner is something that honest servers do; a fault is not. */
  readonly kind: 'manner' | 'fault';
  readonly title: string;
  readonly description: string;
  /** The one variant that it is for; absent: both. */
  readonly variant?: Variant;
  /** Whether it is in force at an endpoint (undefined: at an address that is none) where the address does not limit it; absent: everywhere. */
  readonly at?: (endpoint: EndpointName | undefined) => boolean;
  readonly manner?: Partial<Manner>;
  /** Changes what was ever written; log, counts, tree and proofs follow. Comes before every `view`, and once however often it is named. */
  readonly rewrite?: Rewrite;
  /** Changes what the register holds or proves, and nothing follows. */
  readonly view?: (view: View, manner: Manner) => View;
  /** Answers in place of the register, or lets it answer. */
  readonly before?: (request: Request) => Promise<Response | undefined>;
  /** Changes the answer. */
  readonly after?: (response: Response) => Promise<Response>;
}
