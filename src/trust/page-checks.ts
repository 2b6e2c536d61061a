import type { Check, CheckKind, CheckState } from '../core/check-result.ts';
import type { Verdict } from '../core/verdict.ts';

/** PageKind is what a page shows, as far as it decides which checks the page rests on. */
export type PageKind =
  | 'record'
  | 'entry'
  | 'item'
  | 'overview'
  | 'log'
  | 'list'
  | 'audit'
  | 'missing'
  | 'entry-proof'
  | 'consistency-proof'
  | 'unopened'
  | 'copy'
  | 'none';

/**
 * PAGE_CHECKS are the checks that each kind of page declares: its header is green when all of them hold, and never otherwise. A page of an earlier size declares
 * `consistency` as well, and any page may declare more. `list` is a page made from many entries: records, search, changes, charts. `unopened` is a register, or a view of it, that could not be opened at all; `copy`, where the reader changes a copy, and `none` claim nothing of the register.
 */
export const PAGE_CHECKS: Readonly<Record<PageKind, readonly CheckKind[]>> = {
  record: ['key', 'data', 'inclusion', 'memory'],
  entry: ['inclusion', 'data', 'memory'],
  item: ['data', 'inclusion', 'memory'],
  overview: ['inclusion', 'memory'],
  log: ['inclusion', 'memory'],
  list: ['whole-log', 'memory'],
  audit: ['whole-log', 'memory'],
  missing: ['whole-log', 'memory'],
  'entry-proof': ['inclusion', 'memory'],
  'consistency-proof': ['consistency', 'memory'],
  unopened: ['inclusion'],
  copy: [],
  none: [],
};

/**
 * Declared is how a page names a check it rests on: the check itself; a verdict, where it cannot begin or nobody looks; undefined as long as the page does not
 * know yet what is to be checked.
 */
export type Declared = Check | Verdict | undefined;

/** Declaration is what a page rests on. */
export interface Declaration {
  readonly page: PageKind;
  readonly checks: Partial<Readonly<Record<CheckKind, Declared | readonly Declared[]>>>;
  /** Whether the page shows an earlier size, so that `consistency` is declared too. */
  readonly earlier: boolean;
  /** The kinds of checks that the page rests on beyond those it must: what it has found out itself, and shows. */
  readonly more?: readonly CheckKind[];
  /** What the checks of a reader's copy come to. It is no check of the register, counts for nothing, and is told in the header. */
  readonly copy?: CopyState;
}

/** CopyState is how a copy stands, and which of its parts decides that. */
export interface CopyState {
  readonly state: CheckState;
  readonly by: string;
}

/** DeclaredState is how far the declared checks of one kind have come. */
export interface DeclaredState {
  readonly kind: CheckKind;
  readonly state: CheckState;
  /** The verdict that decides `state`: the worst; missing while the check is under way. */
  readonly verdict: Verdict | undefined;
  /** How many of them hold, and how many there are: more than one for the rows of a log. */
  readonly held: number;
  readonly of: number;
}

/** PageVerdict is what the header says of the page on view. */
export interface PageVerdict {
  readonly page: PageKind;
  /** undefined: the page makes no claim of the register. */
  readonly state: CheckState | undefined;
  readonly copy?: CopyState;
  readonly checks: readonly DeclaredState[];
  /** The kind of a mark that does not match, if there is one. */
  readonly marked?: CheckKind;
  /** Why the register was compared with nothing; missing if it was compared, or is still to be. */
  readonly uncompared?: Uncompared;
}

/** Uncompared says why this browser has nothing to compare a register with. That is no reason to doubt, and the page says so. */
const UNCOMPARED = ['first-visit', 'seen-this-visit', 'root-trusted', 'storage-refused'] as const;
export type Uncompared = (typeof UNCOMPARED)[number];

const WORST_FIRST: readonly CheckState[] = [
  'does-not-match',
  'cannot-check',
  'checking',
  'not-checked',
  'holds',
];

/** worstOf returns the worst state; `checking` for an empty list: a declared check whose state is unknown is never green. */
export function worstOf(states: readonly CheckState[]): CheckState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'checking';
}

/**
 * pageVerdict derives the header from what the page declares. `verdictOf` is what is known of a check; `marks` are checks that the page shows beside the declared
 * ones, such as the rows of a history: a mismatch among them counts, and nothing else of them does.
 */
export function pageVerdict(
  declaration: Declaration | undefined,
  marks: readonly Check[],
  verdictOf: (check: Check) => Verdict | undefined,
): PageVerdict {
  if (declaration === undefined) return { page: 'none', state: 'checking', checks: [] };
  const { page, copy } = declaration;
  const checks = statesOf(declaration, verdictOf);
  const uncompared = checks.map(uncomparedBy).find((why) => why !== undefined);
  if (checks.length === 0) return { page, state: undefined, checks, ...(copy && { copy }) };
  const bad = marks.find((mark) => verdictOf(mark)?.outcome === 'does-not-match');
  const states = checks.map((check) => (uncomparedBy(check) === undefined ? check.state : 'holds'));
  return {
    page,
    state: bad ? 'does-not-match' : worstOf(states),
    checks,
    ...(bad && { marked: bad.kind }),
    ...(uncompared !== undefined && { uncompared }),
  };
}

/** statesOf is how far the checks of a declaration have come, in the order of PAGE_CHECKS. */
export function statesOf(
  { page, checks, earlier, more = [] }: Declaration,
  verdictOf: (check: Check) => Verdict | undefined,
): readonly DeclaredState[] {
  const kinds = new Set(PAGE_CHECKS[page]);
  if (earlier && kinds.size > 0) kinds.add('consistency');
  for (const kind of more) kinds.add(kind);
  return [...kinds].map((kind) => declaredState(kind, checks[kind], verdictOf));
}

/** uncomparedBy is why the memory of this browser has nothing to compare with; undefined for every other check and verdict. */
function uncomparedBy({ kind, verdict }: DeclaredState): Uncompared | undefined {
  if (kind !== 'memory' || verdict?.outcome !== 'not-checked') return undefined;
  return UNCOMPARED.find((code) => code === verdict.code);
}

function declaredState(
  kind: CheckKind,
  declared: Declared | readonly Declared[],
  verdictOf: (check: Check) => Verdict | undefined,
): DeclaredState {
  const list = isList(declared) ? declared : [declared];
  const verdicts = list.map((one) => {
    if (one === undefined) return undefined;
    return 'outcome' in one ? notGreen(one) : verdictOf(one);
  });
  const states = verdicts.map((verdict): CheckState => verdict?.outcome ?? 'checking');
  const state = worstOf(states);
  return {
    kind,
    state,
    verdict: verdicts[states.indexOf(state)],
    held: states.filter((one) => one === 'holds').length,
    of: list.length,
  };
}

/** notGreen refuses a page that declares its own check to hold: what holds is reported by the check itself. */
function notGreen(verdict: Verdict): Verdict {
  if (verdict.outcome === 'holds')
    throw new Error('a page declares a check that holds without having made it');
  return verdict;
}

function isList(declared: Declared | readonly Declared[]): declared is readonly Declared[] {
  return Array.isArray(declared);
}
