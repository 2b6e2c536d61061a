import type { Verdict } from '../../core/verdict.ts';
import { dataTitle, dataWhy } from './explain-data.ts';
import { entryTitle, entryWhy } from './explain-entry.ts';
import { ROOT_TITLE, rootVerdict, rootWhy } from './explain-root.ts';
import type { Case } from './said.ts';
import type { Words } from './words.ts';

/** Finding is one named check of the copy, with why it came out so. */
export interface Finding {
  readonly id: 'data' | 'entry' | 'root';
  readonly verdict: Verdict;
  readonly title: string;
  readonly why: Words;
}

/** Findings are the three checks, in the order in which one leads to the next. */
export type Findings = readonly [data: Finding, entry: Finding, root: Finding];

/** findingsOf says of each check how it came out and why; the checks must be those of this very copy, and the changes too. */
export function findingsOf(about: Case): Findings {
  const { data, entry } = about.checks;
  const root = rootVerdict(about);
  return [
    { id: 'data', verdict: data.verdict, title: dataTitle(about), why: dataWhy(about) },
    { id: 'entry', verdict: entry.verdict, title: entryTitle(about), why: entryWhy(about) },
    { id: 'root', verdict: root, title: ROOT_TITLE[root.outcome], why: rootWhy(about, root) },
  ];
}
