import type { Misbehaviour } from '../../verify/evidence/misbehaviour.ts';
import type { RootMemory } from '../../verify/root-memory.ts';

/** StorageHere is what is known of this browser's storage. */
export interface StorageHere {
  /** Sentences that say what cannot be kept, and why; none where all is well. */
  readonly refusals: readonly string[];
  /** How much is kept, the page's own code included, as the browser estimates it. */
  readonly bytes?: number;
  /** Whether the browser has agreed not to clear it by itself. */
  readonly isPersistent?: boolean;
}

/** RootsDesk is what the settings can do with remembered roots. */
export interface RootsDesk {
  readonly list: RootMemory['list'];
  readonly forget: (registerId: string) => Promise<void>;
  readonly forgetAll: () => Promise<void>;
  /** save gives all roots to the browser as a file. */
  readonly save: () => Promise<void>;
  /** takeOver adds the roots of a file, and resolves what came of it in words. Never rejects. */
  readonly takeOver: (file: File) => Promise<string>;
  /** explain says in a few words why list() rejected. */
  readonly explain: (error: unknown) => string;
  readonly storage: () => Promise<StorageHere>;
  readonly askToPersist: () => Promise<boolean>;
  /** Rejects where the browser refuses. */
  readonly forgetEverything: () => Promise<void>;
  readonly saveReport: (misbehaviour: Misbehaviour) => void;
}
