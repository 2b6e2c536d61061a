import type { Hash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { Reading } from '../read-whole.tsx';

/** CopyForm is how a copy is written. */
export type CopyForm = 'csv-safe' | 'csv' | 'json' | 'rsf';

/** CopyChoice is what is taken, and how it is written. */
export interface CopyChoice {
  readonly what: 'records' | 'entries';
  readonly form: CopyForm;
  /** Only the records that the view shows. */
  readonly filtered: boolean;
}

/** CopyOffer is what a choice comes to. */
export interface CopyOffer {
  readonly rows: number;
  readonly withoutData: number;
  /** The log size of which it is a copy, and how many entries were read. */
  readonly at: number;
  readonly size: number;
  readonly variant: Variant;
  readonly verdict: Verdict;
  /** Why the log cannot be written as RSF. */
  readonly rsfProblem: string | undefined;
  readonly name: string;
  readonly type: string;
}

/** CopyManifest is the file that tells what another one is. */
export interface CopyManifest {
  readonly name: string;
  readonly text: string;
  readonly type: string;
}

/** CopyWriting is how far a file is; rows are counted in steps. */
interface CopyWriting {
  readonly phase: 'writing';
  readonly rows: number;
  readonly of: number;
  readonly bytes: number;
}

/** CopyDone is a file that is complete. */
interface CopyDone {
  readonly phase: 'written';
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: Hash;
  readonly manifest: CopyManifest;
}

/** CopyDesk is what a copy is taken with. */
export interface CopyDesk {
  readonly copy: (Reading | { readonly phase: 'ready' }) & {
    readonly entries: number | undefined;
    readonly start: () => void;
  };
  readonly choice: CopyChoice;
  readonly choose: (change: Partial<CopyChoice>) => void;
  /** The view shows fewer records than there are. */
  readonly canFilter: boolean;
  readonly offer: CopyOffer | undefined;
  readonly run:
    | { readonly phase: 'none' | 'stopped' }
    | { readonly phase: 'failed'; readonly message: string }
    | CopyWriting
    | CopyDone;
  readonly begin: (file: {
    readonly name: string;
    readonly write: (bytes: Uint8Array) => Promise<void>;
    readonly close: () => Promise<void>;
    readonly abort: () => Promise<void>;
  }) => Promise<CopyManifest | undefined>;
  readonly stop: () => void;
  readonly forget: () => void;
  readonly feed: string | undefined;
}
