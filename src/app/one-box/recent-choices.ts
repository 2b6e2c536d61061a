import { parsePlace } from '../../ui/paths.ts';
import { keptList } from '../kept-lists.ts';

/** RecentChoice is an offer that was taken: what it was, in which register, and its path within this site. */
export interface RecentChoice {
  readonly what: string;
  readonly where: string;
  readonly path: string;
}

const KEPT = 10;
const LONGEST = 500;
const list = keptList('register-explorer:choices', isChoice);

/** readChoices lists the offers that were taken last, newest first, at most ten. */
export function readChoices(): readonly RecentChoice[] {
  return list.read().slice(0, KEPT);
}

/** rememberChoice puts an offer at the head of the list; one that is too long to be shown again is not kept. */
export function rememberChoice(choice: RecentChoice): void {
  if (!isChoice(choice)) return;
  list.write([choice, ...readChoices().filter((one) => one.path !== choice.path)].slice(0, KEPT));
}

/** forgetChoices empties the list. */
export function forgetChoices(): void {
  list.write([]);
}

function isChoice(value: unknown): value is RecentChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { what, where, path } = value as Partial<Record<keyof RecentChoice, unknown>>;
  return isShort(what) && isShort(where) && isShort(path) && leadsSomewhere(path);
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}

/** Only paths of this site: what is stored may have been written by anything on this origin. */
function leadsSomewhere(path: string): boolean {
  const [, before = '', query = ''] = /^(\/(?!\/)[^?#]*)(\??[^#]*)$/.exec(path) ?? [];
  return before !== '' && parsePlace(before, query).view !== 'nowhere';
}
