import { isRedacted } from '../../ui/values/value.tsx';
import {
  type Copy,
  type CopyChecks,
  copyOf,
  copyText,
  isChanged,
  type Original,
  type Part,
  readField,
  setField,
} from './lab-model.ts';

/** ForgeryStep is the name of a step; an address may name one as `preset`. */
export type ForgeryStep = 'value' | 'hash' | 'root' | 'compare';

/** FORGERY is the steps of the forgery, in order; `*` is replaced by the name of the register's root hash. `play` makes the copy after the step, from one with these checks. */
export const FORGERY: readonly {
  readonly id: ForgeryStep;
  readonly label: string;
  readonly text: string;
  readonly play: (copy: Copy, checks: CopyChecks, original: Original) => Copy;
}[] = [
  {
    id: 'value',
    label: 'Change a value',
    text: 'One letter is enough. The data no longer has the hash that the entry records.',
    play: (copy, checks, original) =>
      stepsDone(original, copy, checks) === 0 ? (changeOneLetter(copy) ?? copy) : copy,
  },
  {
    id: 'hash',
    label: 'Fix the hash in the entry',
    text: 'Data and entry match again. But it is another entry, and its proof no longer connects to the root hash.',
    play: (copy, { data: { verdict, items } }, { entry: { itemHashes } }) => {
      if (verdict.outcome === 'holds' || items.length !== itemHashes.length) return copy;
      const hashes = items.map(({ computed }, index) => computed ?? itemHashes[index] ?? '');
      return setField(copy, 'hashes', hashes);
    },
  },
  {
    id: 'root',
    label: 'Compute a matching root hash',
    text: 'Every hash in the copy matches every other. Taken alone, the forgery is perfect.',
    play: (copy, { entry: { computedRoot } }) =>
      computedRoot === undefined ? copy : setField(copy, 'root-hash', computedRoot),
  },
  {
    id: 'compare',
    label: 'Compare with the *',
    text: 'One thing is left: the *, which others remember.',
    play: (copy) => copy,
  },
];

/** canForge reports whether there is a value to change: not every entry has one. */
export function canForge(original: Original): boolean {
  return changeOneLetter(copyOf(original)) !== undefined;
}

/** forge makes the copies from `from` up to a step, missing steps included. `check` calls the verifier. It stops early if a needed hash cannot be computed. */
export async function forge(
  step: ForgeryStep,
  original: Original,
  from: Copy,
  check: (copy: Copy) => Promise<CopyChecks>,
): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  let now = from;
  for (const { id, play } of FORGERY) {
    const next = play(now, await check(now), original);
    if (copyText(now) !== copyText(next)) copies.push(next);
    now = next;
    if (id === step) break;
  }
  return copies;
}

/** stepsDone returns how many steps of the forgery are done, 0 to 3. Changed data with the same hash, such as a redacted blob, counts as unchanged. */
export function stepsDone(original: Original, copy: Copy, { data, entry }: CopyChecks): 0 | 1 | 2 | 3 {
  const sent = copyOf(original);
  const has = (part: Part): boolean =>
    [...sent.keys(), ...copy.keys()].some(
      (field) => readField(field).part === part && isChanged(field, sent, copy),
    );
  const isDataGood = data.verdict.outcome === 'holds';
  if (!has('data') || (isDataGood && !has('hashes'))) return 0;
  if (!isDataGood) return 1;
  return entry.verdict.outcome === 'holds' && has('root-hash') ? 3 : 2;
}

/** changeOneLetter changes a value that is plain text, `name` first of all: a change of one of its letters is easily seen. Undefined if there is none. */
function changeOneLetter(copy: Copy): Copy | undefined {
  const texts = [...copy].filter(
    ([field, value]) =>
      readField(field).part === 'data' && typeof value === 'string' && value !== '' && !isRedacted(value),
  );
  const [field, value] = texts.find(([one]) => readField(one).name === 'name') ?? texts[0] ?? [];
  return field === undefined ? undefined : setField(copy, field, nextLetter(String(value)));
}

/** nextLetter turns the last letter or digit into the next one: Uranus becomes Uranut. A text without any gets an x. */
function nextLetter(text: string): string {
  const at = text.search(/[a-yA-Y0-8](?=[^a-yA-Y0-8]*$)/);
  if (at < 0) return `${text}x`;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) + 1) + text.slice(at + 1);
}
