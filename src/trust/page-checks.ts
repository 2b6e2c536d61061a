import { type Check, type CheckKind, type CheckState, worstOf } from '../core/check-result.ts';
import type { CannotCheckCode, Verdict } from '../core/verdict.ts';

/** PageKind is what a page shows; it decides which checks the page needs. */
export type PageKind =
  | 'record'
  | 'version'
  | 'entry'
  | 'item'
  | 'overview'
  | 'log'
  | 'list'
  | 'changes'
  | 'audit'
  | 'missing'
  | 'entry-proof'
  | 'consistency-proof'
  | 'unopened'
  | 'copy'
  | 'none';

/**
 * PAGE_CHECKS are the checks that each kind of page declares: its header is green only if all of them hold. A
 * page of an earlier size declares `consistency` as well, and any page may declare more. `list` is a page
 * made from many entries: records, search, charts; `changes` one made from the entries between two sizes. `unopened` is a register, or a view of it, that
 * could not be opened; `copy`, where the reader changes a copy, and `none` claim nothing about the register.
 */
export const PAGE_CHECKS: Readonly<Record<PageKind, readonly CheckKind[]>> = {
  record: ['key', 'data', 'inclusion', 'memory'],
  version: ['key', 'data', 'inclusion', 'memory'],
  entry: ['inclusion', 'data', 'memory'],
  item: ['data', 'inclusion', 'memory'],
  overview: ['inclusion', 'memory'],
  log: ['inclusion', 'memory'],
  list: ['whole-log', 'memory'],
  changes: ['consistency', 'memory'],
  audit: ['whole-log', 'memory'],
  missing: ['whole-log', 'memory'],
  'entry-proof': ['inclusion', 'memory'],
  'consistency-proof': ['consistency', 'memory'],
  unopened: ['inclusion'],
  copy: [],
  none: [],
};

/**
 * DeclaredCheck is one check that a page declares: the check itself; a verdict, if the check cannot begin or
 * is not made; undefined while the page does not know yet what to check.
 */
export type DeclaredCheck = Check | Verdict | undefined;

/** Declaration lists the checks of a page. */
export interface Declaration {
  readonly page: PageKind;
  readonly checks: Partial<Readonly<Record<CheckKind, DeclaredCheck | readonly DeclaredCheck[]>>>;
  /** The earlier size that the page shows, if it does, and so declares `consistency` too. */
  readonly at?: number | undefined;
  /** Further kinds of checks that the page declares because it shows their results. */
  readonly more?: readonly CheckKind[];
  /** The result of the checks of a reader's copy. It is not a check of the register; the header states it. */
  readonly copy?: CheckState;
}

/** DeclaredState is the progress of the declared checks of one kind. */
export interface DeclaredState {
  readonly kind: CheckKind;
  readonly state: CheckState;
  /** The verdict that decides `state`: the worst; absent while the check runs. */
  readonly verdict: Verdict | undefined;
  /** How many of them hold, of how many: more than one for the rows of a log. */
  readonly held: number;
  readonly of: number;
}

/**
 * ListedRow is a version that a page lists beside what it is about: `failed` if it could not be checked, `open`
 * if its check takes long, so that what it states is only its source's word.
 */
export interface ListedRow {
  readonly entryNumber: number;
  readonly state: 'failed' | 'open' | 'checked';
}

/** ListedRows are the versions listed on a page, and the entry numbers of those that are not checked. */
export interface ListedRows {
  readonly of: number;
  readonly failed: readonly number[];
  readonly open: readonly number[];
}

/** PageVerdict is the content of the header. */
export interface PageVerdict {
  readonly page: PageKind;
  /** undefined: the page claims nothing about the register. */
  readonly state: CheckState | undefined;
  readonly copy?: CheckState;
  readonly checks: readonly DeclaredState[];
  /** The earlier size that the page shows; absent if it shows the log at its head. */
  readonly at?: number;
  /** What others were shown, if that decides the state. */
  readonly others?: OthersContradict;
  /** How what is published compares with what the sender of the link saw; absent without such a link. */
  readonly sender?: Verdict;
  /** Since when the log is published larger and not proved to continue the one shown, if that decides it. */
  readonly unprovedSinceMs?: number;
  /** The versions listed, if all declared checks hold and some of these versions are not checked. */
  readonly listed?: ListedRows;
  /** Why the register was compared with nothing; absent if it was compared or will be. */
  readonly uncompared?: UncomparedReason;
}

/**
 * OthersContradict is what a mirror or a witness that the reader named has against the published log: it was
 * shown another one, or the proof between the two is wrong.
 */
export type OthersContradict = 'another-log' | 'wrong-proof';

/** Surroundings are what decides pages beside their own checks. */
interface Surroundings {
  /** `reading` while what is stored here of others is read. It says nothing about the register against itself. */
  readonly others?: OthersContradict | 'reading' | undefined;
  readonly unprovedSinceMs?: number | undefined;
  /** How what the sender of the link saw compares; `checking` until that is known. */
  readonly sender?: Verdict | 'checking' | undefined;
}

/** withSurroundings returns the verdict on a page given what is known beside its checks. */
export function withSurroundings(
  own: PageVerdict,
  { others, unprovedSinceMs, sender }: Surroundings,
): PageVerdict {
  const page = sender === undefined || sender === 'checking' ? own : { ...own, sender };
  const { listed, ...rest } = page;
  if (page.copy !== undefined || page.state === 'does-not-match') return page;
  if (others !== undefined && others !== 'reading') return { ...rest, state: 'does-not-match', others };
  if (page.sender?.outcome === 'does-not-match') return { ...rest, state: 'does-not-match' };
  if (page.state !== 'holds' && listed === undefined) return page;
  if (unprovedSinceMs !== undefined) return { ...rest, state: 'cannot-check', unprovedSinceMs };
  if (page.sender !== undefined && page.sender.outcome !== 'holds') return { ...rest, state: 'cannot-check' };
  return others === undefined && sender !== 'checking' ? page : { ...rest, state: 'checking' };
}

const UNCOMPARED = ['first-visit', 'seen-this-visit', 'root-trusted', 'storage-refused'] as const;

/**
 * UncomparedReason is why this browser has nothing to compare a register with. It is not a reason to
 * doubt, and the page says so.
 */
type UncomparedReason = (typeof UNCOMPARED)[number];

/** mergeRows counts the rows of all lists of a page: a version in several of them is one. */
function mergeRows(rows: readonly ListedRow[]): ListedRows {
  const numbersOf = (state: ListedRow['state']) =>
    new Set(rows.filter((row) => row.state === state).map(({ entryNumber }) => entryNumber));
  const [failed, open] = [numbersOf('failed'), numbersOf('open')];
  return {
    of: new Set(rows.map(({ entryNumber }) => entryNumber)).size,
    failed: [...failed],
    open: [...open].filter((number) => !failed.has(number)),
  };
}

/** lacksAnswer reports whether something on a page could not be checked for want of an answer of the server. */
export function lacksAnswer({ checks, listed }: PageVerdict): boolean {
  const isUnanswered = ({ verdict }: DeclaredState) =>
    verdict?.outcome === 'cannot-check' && UNANSWERED.has(verdict.code);
  return checks.some(isUnanswered) || (listed?.failed.length ?? 0) > 0;
}

const UNANSWERED: ReadonlySet<CannotCheckCode> = new Set(['request-failed', 'answers-disagree']);

/**
 * pageVerdict derives the header from what the page declares. `verdictOf` returns the verdict of a
 * check; `marks` are checks that the page shows but does not declare, such as the rows of a history: a
 * mismatch among them counts. `rows` are such versions that are not checked: then the page is verified in part.
 * `required` are checks that no page declares and that keep each from being green unless they hold.
 */
export function pageVerdict(
  declaration: Declaration | undefined,
  marks: readonly Check[],
  verdictOf: (check: Check) => Verdict | undefined,
  rows: readonly ListedRow[] = [],
  required: readonly Check[] = [],
): PageVerdict {
  if (declaration === undefined) return { page: 'none', state: 'checking', checks: [] };
  const { page, copy, at } = declaration;
  const own = statesOf(declaration, verdictOf);
  const doubted = required.map((check) => declaredState(check.kind, check, verdictOf));
  const checks = own.length === 0 ? own : [...own, ...doubted.filter(({ state }) => state !== 'holds')];
  const uncompared = checks.map(uncomparedBy).find((why) => why !== undefined);
  if (checks.length === 0) return { page, state: undefined, checks, ...(copy && { copy }) };
  const bad = marks.find((mark) => verdictOf(mark)?.outcome === 'does-not-match');
  const states = checks.map((check) => (uncomparedBy(check) === undefined ? check.state : 'holds'));
  const worst = bad ? 'does-not-match' : worstOf(states);
  const listed = mergeRows(rows);
  const isPartly = worst === 'holds' && listed.failed.length + listed.open.length > 0;
  return {
    page,
    state: !isPartly ? worst : listed.failed.length > 0 ? 'cannot-check' : 'checking',
    checks,
    ...(isPartly && { listed }),
    ...(at !== undefined && { at }),
    ...(uncompared !== undefined && { uncompared }),
  };
}

/** statesOf returns the progress of the checks of a declaration, in the order of PAGE_CHECKS. */
export function statesOf(
  { page, checks, at, more = [] }: Declaration,
  verdictOf: (check: Check) => Verdict | undefined,
): readonly DeclaredState[] {
  const kinds = new Set(PAGE_CHECKS[page]);
  if (at !== undefined && kinds.size > 0) kinds.add('consistency');
  for (const kind of more) kinds.add(kind);
  return [...kinds].map((kind) => declaredState(kind, checks[kind], verdictOf));
}

/**
 * uncomparedBy returns why this browser has nothing to compare with; undefined for every
 * other check and verdict.
 */
function uncomparedBy({ kind, verdict }: DeclaredState): UncomparedReason | undefined {
  if (kind !== 'memory' || verdict?.outcome !== 'not-checked') return undefined;
  return UNCOMPARED.find((code) => code === verdict.code);
}

function declaredState(
  kind: CheckKind,
  declared: DeclaredCheck | readonly DeclaredCheck[],
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

/** notGreen refuses a page that declares that its own check holds: only the check may report that. */
function notGreen(verdict: Verdict): Verdict {
  if (verdict.outcome === 'holds')
    throw new Error('a page declares a check that holds without having made it');
  return verdict;
}

function isList(declared: DeclaredCheck | readonly DeclaredCheck[]): declared is readonly DeclaredCheck[] {
  return Array.isArray(declared);
}
