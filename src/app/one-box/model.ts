import { isolated } from '../../core/unseen.ts';
import type { Hash } from '../../core/hash.ts';
import { formatNumber } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { AskedDate } from '../../ui/dates.ts';

/** NamedRegister is a register that this browser can open: bundled, opened before, or the one on view. `name` is its short name, as curies use it. */
export interface NamedRegister {
  readonly id: RegisterId;
  readonly name: string;
  readonly title: string;
}

/** EXAMPLE is the bundled register that repeats another, to show what lies look like. It is not searched where none is on view. */
export const EXAMPLE = 'unfaithful';

/** RecordMatch is a record found for a text: by its key, or because of a value, which a former version may have had. */
export interface RecordMatch {
  readonly key: string;
  readonly name?: string | undefined;
  readonly because?: string | undefined;
  readonly former?: boolean;
}

/** WholeAnswer is what can only be said of a register that was read whole: what is not in it. */
export interface WholeAnswer {
  /** Whether there is a record whose key is the text. */
  readonly hasKey: boolean;
  /** How many records there are. */
  readonly of: number;
  /** How many of them match the text, and how many more matched it in a former version. */
  readonly now: number;
  readonly formerly: number;
  /** How many different items or blobs could not be read. */
  readonly missing: number;
  /** The attributes that records have. */
  readonly attributes: readonly string[];
  /** Where the text asks for a value of an attribute: how many records have it, and where none has, which had it. */
  readonly value?: { readonly count: number; readonly former: readonly RecordMatch[] } | undefined;
}

/** KnownHash is a hash that was read: the root hash of the log at `rootOf` entries, else the hash of data, with an entry that names it. */
export interface KnownHash {
  readonly hash: Hash;
  readonly rootOf?: number;
  readonly entry?: { readonly entryNumber: number; readonly key: string };
}

/** Found is what is known of a text in a register: from its copy where that has answered, else from what this page has read. `whole` is there where the copy reaches the size on view. */
export interface Found {
  readonly records: readonly RecordMatch[];
  readonly whole?: WholeAnswer | undefined;
}

/** ReadRegister is a register of which something was read. */
export interface ReadRegister extends NamedRegister {
  readonly find: (text: string) => Found;
}

/** OpenRegister is the register on view. */
export interface OpenRegister extends ReadRegister {
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  readonly isBlobs: boolean;
  /** Entries 1 to logSize are shown; undefined if that is not known yet. */
  readonly logSize: number | undefined;
  /** The size at which the register is shown, where that is not the present. */
  readonly at: number | undefined;
  /** How many entries the log has now; undefined if that is not known yet. */
  readonly presentSize?: number | undefined;
  /** The records view reads the whole register for a search; undefined if that is not known. */
  readonly searchesAll?: boolean | undefined;
  readonly attributes: readonly string[];
  /** The hashes that were read, and those that the copy found for the text in the box. */
  readonly hashes: readonly KnownHash[];
}

/** BoxContext is everything by which a typed text is understood. */
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

/**
 * Target is where an offer leads.
 * - path: within this site, with its query; `present`: the register as it is now, or at the size that the path names itself, whatever is on view
 * - check: the view that checks evidence, which is handed the text
 * - moment: the first entry of a time, which has yet to be looked for
 */
export type Target =
  | { readonly kind: 'path'; readonly path: string; readonly present: boolean }
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'moment'; readonly register: RegisterId; readonly span: AskedDate };

/** Sure is how sure a meaning is: 3 (it can be nothing else) to 1 (it might be). */
export type Sure = 1 | 2 | 3;

/** Offer is one meaning of what was typed; `kind` is the word before it. */
export interface Offer {
  readonly kind: 'record' | 'entry' | 'data' | 'root' | 'moment' | 'records' | 'register' | 'page' | 'file';
  readonly sure: Sure;
  readonly what: string;
  readonly detail: string;
  readonly target: Target;
}

/** Note says something about the text that leads nowhere. `isLast`: only said where there is no offer and no other note. */
export interface Note {
  readonly kind: 'note';
  readonly isProblem: boolean;
  readonly isLast?: boolean;
  readonly what: string;
}

/** Meaning is one thing that came out of what was typed. */
export type Meaning = Offer | Note;

/** isOffer tells offers from notes. */
export function isOffer(meaning: Meaning): meaning is Offer {
  return meaning.kind !== 'note';
}

/** problem is a note about a fault in what was typed. */
export function problem(what: string): Note {
  return { kind: 'note', isProblem: true, what };
}

/** say writes a sentence: texts from outside are isolated, numbers have separators. */
export function say(own: TemplateStringsArray, ...put: readonly (string | number)[]): string {
  return String.raw(
    { raw: own },
    ...put.map((value) => (typeof value === 'number' ? formatNumber(value) : isolated(value))),
  );
}

/** offerOf makes an offer of a path within this site; in a register that is shown at an earlier size it stays at that size, unless the path's moment is its own. */
export function offerOf(
  kind: Offer['kind'],
  sure: Sure,
  what: string,
  detail: string,
  path: string,
  present = false,
): Offer {
  return { kind, sure, what, detail, target: { kind: 'path', path, present } };
}
