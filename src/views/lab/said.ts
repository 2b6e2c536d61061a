import type { Checkpoint } from '../../core/model.ts';
import type { Change, ChangedPart } from './changes.ts';
import type { Copy, CopyChecks, Original } from './copy.ts';
import { listed, type Word, type Words } from './words.ts';

/** Case is a copy with what was found of it, and all that an explanation may draw on. */
export interface Case {
  readonly original: Original;
  readonly copy: Copy;
  readonly checks: CopyChecks;
  readonly changes: readonly Change[];
  /** The root that this browser remembers of the register, where it does. */
  readonly kept?: Checkpoint | undefined;
}

/** saidOf says what was changed among some parts: `You changed the key and the timestamp, and removed hash 2 of the proof.` */
export function saidOf(changes: readonly Change[], ...parts: readonly ChangedPart[]): Words {
  const of = among(changes, parts);
  const named = of.length > 4 ? of.slice(0, 3) : of;
  if (named.length === 0) return [];
  const rest: readonly Words[] = of.length > 4 ? [[`${of.length - 3} more things`]] : [];
  const verbs = [...new Set(named.map((change) => change.verb))];
  const words: Word[] = ['You '];
  for (const [index, verb] of verbs.entries()) {
    const whats = named.filter((change) => change.verb === verb).map((change) => change.what);
    const last = index === verbs.length - 1;
    words.push(index === 0 ? '' : last ? ', and ' : ', ', `${verb} `);
    words.push(...listed(last ? [...whats, ...rest] : whats));
  }
  words.push('. ');
  return words;
}

/** among picks the changes of some parts. */
export function among(changes: readonly Change[], parts: readonly ChangedPart[]): readonly Change[] {
  return changes.filter((change) => parts.includes(change.part));
}
