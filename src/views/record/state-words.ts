import type { Outcome } from '../../core/verdict.ts';
import type { Worded } from '../../ui/check-words.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { isolated } from '../../ui/literal.tsx';
import type { StateAt } from './state-at.ts';

/**
 * KnownTrail is what tells whether a trail is whole.
 * - server: nothing but the server's word.
 * - audit: an audit of the present log has shown that the newest version of all is among those up to the size.
 * - copy: the whole log was read in this browser, its root is the published one, and `numbers` are the entries of this key in it up to the size. A trail that
 *   differs may be older than that copy: `reread` is whether it was read anew since; until then nothing is held against it.
 */
export type KnownTrail =
  | { readonly kind: 'server' }
  | { readonly kind: 'audit' }
  | {
      readonly kind: 'copy';
      readonly numbers: readonly number[];
      readonly reread: 'not yet' | 'failed' | 'done';
    };

/** newestAtWords words the claim that no later version than `entryNumber` was there among the first `size` entries of the log. */
export function newestAtWords(
  key: string,
  state: StateAt,
  entryNumber: number,
  size: number,
  known: KnownTrail,
): Worded {
  const [shown, name, log] = [formatNumber(entryNumber), isolated(key), formatNumber(size)];
  const holds = {
    state: 'holds',
    title: `Entry ${shown} was the newest version of ${name} at size ${log}`,
  } as const;
  if (known.kind === 'audit')
    return {
      ...holds,
      detail: `An audit read every entry of the present log, and none after entry ${shown} has this key.`,
    };
  if (known.kind === 'server')
    return {
      state: 'not-checked',
      title: `No newer entry for ${name} up to entry ${log}, says the server`,
      detail: `${state.agreement === 'same' ? 'The trail that the server sent, and its snapshot of that size, end' : 'What the server sent ends'} with entry ${shown}. That nothing between it and entry ${log} was left out can only be shown by reading every entry.`,
    };
  if (entryNumber > size)
    return {
      state: 'not-checked',
      title: `No newer entry for ${name} than entry ${shown}, says the server`,
      detail: `It is beyond the log of ${countOf(size, 'entry', 'entries')} that was read in this browser.`,
    };
  const numbers = state.versions.map((entry) => entry.entryNumber);
  const read = 'Every entry of the log was read in this browser, and their root is the published one.';
  if (known.numbers.join() === numbers.join())
    return {
      ...holds,
      detail: `${read} Among the first ${log} the key has ${countOf(numbers.length, 'version')}, the ones that the server sent.`,
    };
  if (known.reread !== 'done')
    return {
      state: 'cannot-check',
      title: `Whether the trail of ${name} is the one in the log cannot be said`,
      detail: `It differs from the log that was read in this browser, and may be an older answer. ${known.reread === 'failed' ? 'It could not be read anew.' : 'It is being read anew.'}`,
    };
  return {
    state: 'does-not-match',
    title: `The trail of ${name} is not the one in the log`,
    detail: `${read} Among the first ${log} the key has ${listed(known.numbers)}; the server sent ${listed(numbers)}.`,
  };
}

/** agreementWords words what trail and snapshot say of each other, where they do not say the same. `proved` is what the proof of the entry shown came to. */
export function agreementWords(
  state: StateAt,
  size: number,
  proved: Outcome | undefined,
): Worded | undefined {
  const last = formatNumber(state.versions.at(-1)?.entryNumber ?? 0);
  const title = 'Trail and snapshot do not agree';
  const of = `The server’s snapshot of size ${formatNumber(size)}`;
  switch (state.agreement) {
    case undefined:
    case 'same':
      return undefined;
    case 'trail-later':
      return {
        state: proved === 'holds' ? 'does-not-match' : 'cannot-check',
        title,
        detail: `${of} ends with an earlier entry of this key than entry ${last}, which its trail names${proved === 'holds' ? ' and which was in the log then' : ''}. The later one is shown.`,
      };
    case 'snapshot-later':
      return {
        state: 'cannot-check',
        title,
        detail: `${of} ends with entry ${last}, which its trail leaves out. The trail may be an older answer. The later one is shown.`,
      };
    case 'another':
      return {
        state: 'cannot-check',
        title,
        detail: `${of} tells entry ${last} otherwise than its trail. The one of the trail is shown.`,
      };
  }
}

/** At most so many numbers are listed. */
const LISTED = 8;

function listed(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'none';
  const shown = numbers.slice(0, LISTED).map(formatNumber).join(', ');
  const rest = numbers.length - LISTED;
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${shown}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}
