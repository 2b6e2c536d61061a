import type { Hash } from '../../core/hash.ts';
import type { Entry, Variant } from '../../core/model.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { DateSpan } from './date-span.ts';

/** NamedRegister is a register that this browser can open: bundled, opened before, or the one on view. `name` is its short name, as curies use it. */
export interface NamedRegister {
  readonly id: RegisterId;
  readonly name: string;
  readonly title: string;
}

/** KnownRecord is a record that was read, by whatever of it can be searched. */
export interface KnownRecord {
  readonly key: string;
  /** What to call it, where it has a name. */
  readonly name?: string;
  /** All its values; they may be those of a former version. */
  readonly values: readonly string[];
}

/** KnownHash is a hash that was read: of data that entries name, or a root of the log at a size. */
export type KnownHash =
  | { readonly hash: Hash; readonly kind: 'data'; readonly entry?: Entry }
  | { readonly hash: Hash; readonly kind: 'root'; readonly logSize: number };

/** Known is what this page has read of a register so far; nothing in it is proved by being there. */
export interface Known {
  readonly records: ReadonlyMap<string, KnownRecord>;
  readonly entries: ReadonlyMap<number, Entry>;
  readonly hashes: readonly KnownHash[];
}

/** FoundSpan is the part of a log that lies in a span of time: entries `first` to `last`, none where `first` is the larger. `last` is the size of the log at its end. */
export interface FoundSpan {
  readonly span: DateSpan;
  readonly first: number;
  readonly last: number;
}

/** RecordMatch is a record that the copy of the register found for a text, with why: the value that fits, and whether a former version has it. */
export interface RecordMatch {
  readonly key: string;
  readonly name?: string;
  readonly because?: string;
  readonly former: boolean;
}

/** ValueMatch is what the copy knows of a value that was asked for by its attribute: how many records have it, and where none has, which had it. */
export interface ValueMatch {
  readonly attribute: string;
  readonly value: string;
  readonly fits: number;
  readonly former: readonly RecordMatch[];
}

/** WholeAnswer is what only somebody can say who has the whole register: what is not in it. */
export interface WholeAnswer {
  /** There is a record whose key is the text. */
  readonly hasKey: boolean;
  /** How many records there are. */
  readonly of: number;
  /** How many of them fit the text, and how many more fitted it in a former version. */
  readonly fits: number;
  readonly fitted: number;
  /** How many different items or blobs could not be had. */
  readonly missing: number;
  /** The attributes that records have. */
  readonly attributes: readonly string[];
  readonly value?: ValueMatch;
}

/** FoundWords is what was found for a text; `whole` where the copy that was asked reaches the size on view. */
export interface FoundWords {
  readonly text: string;
  readonly records: readonly RecordMatch[];
  readonly whole?: WholeAnswer;
}

/** FoundData is what the copy has of the entries and the data in a pasted text; it reaches the size on view. */
export interface FoundData {
  readonly text: string;
  readonly entries: ReadonlyMap<number, Entry>;
  /** The data that were looked for; of a long text not all. */
  readonly asked: ReadonlySet<Hash>;
  /** The latest entry that names the data. */
  readonly named: ReadonlyMap<Hash, number>;
}

/** ReadRegister is a register of which something was read. */
export interface ReadRegister extends NamedRegister {
  readonly known: Known;
  /** What was looked for in the meantime, for the text now in the box. */
  readonly found: { readonly matches?: FoundWords };
}

/** OpenRegister is the register on view. */
export interface OpenRegister extends ReadRegister {
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant | undefined;
  /** Entries 1 to logSize are shown; undefined where that is not known yet. */
  readonly logSize: number | undefined;
  /** The size at which the register is shown, where that is not the present. */
  readonly at: number | undefined;
  /** How many entries the log has now; undefined where that is not known yet. */
  readonly presentSize?: number | undefined;
  readonly attributes: readonly string[];
  readonly found: {
    readonly span?: FoundSpan;
    readonly matches?: FoundWords;
    /** Data with the abbreviated hash in the box. */
    readonly hashes?: readonly KnownHash[];
    readonly data?: FoundData;
  };
}

/** BoxContext is all that what was typed is understood by. */
export interface BoxContext {
  /** This site's own address: `https://host/base`, without a trailing slash. */
  readonly site: string;
  /** Where the bundled registers are served, without a trailing slash. */
  readonly registersAddress: string;
  readonly here: OpenRegister | undefined;
  /** The registers this browser knows, without the one on view. */
  readonly registers: readonly NamedRegister[];
  /** Where no register is on view: those of which something was read in this visit. */
  readonly read?: readonly ReadRegister[];
  /** The text for which the registers were last asked, and whether an answer is still to come. */
  readonly asked?: { readonly text: string; readonly isComing: boolean };
}
