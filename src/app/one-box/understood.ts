import { formatNumber } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { DateSpan } from './date-span.ts';

/** Word is a piece of a sentence: the page's own words, or a text that was typed or came from a server and has to be shown literally. */
export type Word = string | { readonly said: string };

/** Words is a sentence in pieces. */
export type Words = readonly Word[];

/** words writes a sentence; what is put into it is shown literally, numbers with separators. */
export function words(own: TemplateStringsArray, ...put: readonly (string | number)[]): Words {
  return own
    .flatMap((text, index): Word[] => {
      const value = put[index];
      if (value === undefined) return [text];
      return [text, typeof value === 'number' ? formatNumber(value) : { said: value }];
    })
    .filter((word) => word !== '');
}

/** plainWords is a sentence as plain text. */
export function plainWords(sentence: Words): string {
  return sentence.map((word) => (typeof word === 'string' ? word : word.said)).join('');
}

/** OfferKind is what an offer leads to. */
export type OfferKind =
  | 'record'
  | 'entry'
  | 'data'
  | 'root'
  | 'moment'
  | 'records'
  | 'register'
  | 'proof'
  | 'place'
  | 'file';

/**
 * Target is where an offer leads.
 * - path: within this site, with its query; `present`: the register as it is now, or at the size that the path names itself, whatever is on view
 * - check: the view that checks evidence, which is handed the text
 * - moment: a time, whose place in the log has yet to be looked for
 */
export type Target =
  | { readonly kind: 'path'; readonly path: string; readonly present: boolean }
  | { readonly kind: 'check'; readonly text: string }
  | {
      readonly kind: 'moment';
      readonly register: RegisterId;
      readonly span: DateSpan;
      readonly as: 'size' | 'entries';
    };

/** Offer is one way to understand what was typed: what it is, where it leads, and how sure that is, 3 (it can be nothing else) to 1 (it might be). */
export interface Offer {
  readonly kind: OfferKind;
  readonly sure: 1 | 2 | 3;
  readonly what: Words;
  readonly leads: Words;
  readonly target: Target;
}

/** Note is something to be said about what was typed that leads nowhere by itself: a fault in it, or what was computed from it. */
export interface Note {
  readonly kind: 'note';
  readonly isProblem: boolean;
  /** It only holds where nothing else is offered or said. */
  readonly isLast?: boolean;
  readonly what: Words;
}

/** Understood is one thing that came out of what was typed. */
export type Understood = Offer | Note;

/** isOffer tells offers from notes. */
export function isOffer(understood: Understood): understood is Offer {
  return understood.kind !== 'note';
}

/** problem is a note about a fault in what was typed. */
export function problem(what: Words): Note {
  return { kind: 'note', isProblem: true, what };
}

/** nothing is a note that a text fits nothing, left out where another way to understand it is found. */
export function nothing(what: Words): Note {
  return { kind: 'note', isProblem: true, isLast: true, what };
}

/** remark is a note about what was found in what was typed. */
export function remark(what: Words): Note {
  return { kind: 'note', isProblem: false, what };
}

/** toPath is the target of a path within this site; within a register that is shown at an earlier size it stays at that size. */
export function toPath(path: string): Target {
  return { kind: 'path', path, present: false };
}

/** toExactPath is the target of a path whose moment is its own: the size in its query, or the present. */
export function toExactPath(path: string): Target {
  return { kind: 'path', path, present: true };
}
