import type { Misbehaviour } from '../../verify/evidence/misbehaviour.ts';
import type { RootMemory } from '../../verify/root-memory.ts';

/** RootsDesk is what the settings can do with remembered roots. */
export interface RootsDesk {
  readonly list: RootMemory['list'];
  readonly forget: (registerId: string) => Promise<void>;
  readonly forgetAll: () => Promise<void>;
  /** save gives all roots to the browser as a file. */
  readonly save: () => Promise<void>;
  /** takeOver adds the roots of a file, and resolves what came of it in words. Never rejects. */
  readonly takeOver: (file: File) => Promise<string>;
  readonly saveReport: (misbehaviour: Misbehaviour) => void;
}
