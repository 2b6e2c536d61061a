import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditProgress, AuditSnapshot, Keeping, SavedRun } from '../../log/audit-types.ts';
import type { ItemList } from '../../query/item-list-note.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { withRestartNote } from '../../ui/check-words.ts';
import { countOf, formatBytes, formatDay, formatNumber } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import type { Refusal } from '../../verify/unkept.ts';

const entriesOf = (count: number): string => countOf(count, 'entry', 'entries');

/** Headline is what is known of the whole log, in one sentence and what it means. */
export interface Headline {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/** Nouns are what the register calls its data. */
export type Nouns = 'items' | 'blobs';

/** runHeadline says what a run that has no result yet is at. */
export function runHeadline({ state, progress }: AuditSnapshot, nouns: Nouns): Headline {
  const { phase, bytes, entriesDone, itemsDone, itemsTotal, logSize } = progress;
  const isWaiting =
    phase === 'entries' ? bytes === 0 : phase === 'items' && itemsDone === 0 && itemsTotal > 0;
  const what = phase === 'items' ? nouns : 'entries';
  if (state === 'running')
    return {
      state: 'checking',
      title: 'Checking every entry',
      detail:
        phase === 'comparing'
          ? 'The root hashes differ: looking for the entry'
          : isWaiting
            ? `Waiting for the first ${what}`
            : `Reading and hashing the ${what}`,
    };
  const detail = `${formatNumber(entriesDone)} of ${entriesOf(logSize)} were read and hashed.`;
  return state === 'failed'
    ? { state: 'cannot-check', title: 'Could not check: the audit stopped', detail }
    : { state: 'not-checked', title: 'Paused', detail };
}

/** restHeadline says what is known while nothing is read: what the last audit found of the head at hand, or why it says nothing. */
export function restHeadline(
  plan: Plan,
  head: Checkpoint,
  result: AuditResult | undefined,
  verdict: Verdict,
  nouns: Nouns,
): Headline {
  const found = result && resultHeadline(result, verdict);
  if (found !== undefined && found.state !== 'not-checked') return found;
  if (plan.kind === 'go-on') {
    const { entriesDone, phase } = plan.run;
    return {
      state: 'not-checked',
      title: 'Not checked: the last audit was not finished',
      detail: `${formatNumber(entriesDone)} of ${entriesOf(head.logSize)} ${entriesDone === 1 ? 'was' : 'were'} read and hashed${phase === 'items' ? `, and not yet all the ${nouns}` : ''}. What was computed is kept in this browser.`,
    };
  }
  if (found !== undefined && plan.kind === 'grown')
    return {
      ...found,
      title: `Not checked: ${countOf(plan.added, 'entry was', 'entries were')} added since`,
      detail: `${found.detail} Only the new ones have to be read.`,
    };
  return (
    found ?? {
      state: 'not-checked',
      title: 'Not checked',
      detail: `This page can read every entry of the log and all the data they name, and hash all of it in this browser. If everything combines to the published root hash, nothing in the register was left out, added or changed.`,
    }
  );
}

/** resultHeadline says what an audit came to. It holds only where `verdict` does, that of the audit for the head at hand, and all its parts. */
export function resultHeadline(result: AuditResult, verdict: Verdict): Headline {
  const parts = resultChecks(result);
  const { head, findings, findingCount } = result;
  const is = (state: CheckState): boolean => parts.some((part) => part.state === state);
  const words = ((): Headline => {
    if (verdict.outcome === 'holds' && parts.every((part) => part.state === 'holds'))
      return {
        state: 'holds',
        title: head.logSize === 1 ? 'The one entry is verified' : `All ${entriesOf(head.logSize)} verified`,
        detail: `Every entry and ${result.variant} was read, hashed and combined to the published root hash.`,
      };
    if (verdict.outcome === 'not-checked' && result.verdict.outcome === 'holds')
      return {
        state: 'not-checked',
        title: 'Not checked',
        detail: `All ${entriesOf(head.logSize)} matched the root hash published on ${formatDay(new Date(result.finishedAt).toISOString())}. The server publishes another one now.`,
      };
    if (verdict.outcome === 'does-not-match' || is('does-not-match')) {
      const bad = findings.find((finding) => findingState(finding) === 'does-not-match');
      const more = findingCount > 1 ? ` (one of ${formatNumber(findingCount)} findings)` : '';
      return {
        state: 'does-not-match',
        title: `Does not match: ${bad === undefined ? 'the root hash is another' : `${withoutEnd(findingWords(bad, result.variant))}${more}`}`,
        detail: 'The hashes differ. This page cannot tell why.',
      };
    }
    const reason = 'reason' in verdict ? verdict.reason : 'not everything could be read';
    return {
      state: 'cannot-check',
      title: `Could not check: ${withoutEnd(reason)}`,
      detail: 'This is not a mismatch.',
    };
  })();
  return { ...words, ...withRestartNote({ verdict: result.verdict }, words) };
}

/** withoutEnd makes a sentence the end of another: no capital, no full stop. */
function withoutEnd(sentence: string): string {
  const text = sentence.trim().replace(/[.!?]$/, '');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** resultChecks says what a finished audit found of numbering, data and root; `roots` is shown with the last. */
export function resultChecks(
  result: AuditResult,
  leafRuleTitle?: string,
  roots?: NamedCheck['link'],
): readonly NamedCheck[] {
  return [numbering(result), items(result), { ...root(result, leafRuleTitle), link: roots }];
}

/** An audit does not come to read the log where no leaf rule goes with the entries that were tried. */
const wasBegun = ({ leafRule, head }: AuditResult): boolean => leafRule !== undefined || head.logSize === 0;

const check = (id: string, state: CheckState, title: string, detail: string): NamedCheck => ({
  id,
  state,
  title,
  detail,
});

function numbering(result: AuditResult): NamedCheck {
  const { entries, continuedFrom, head } = result;
  const { logSize } = head;
  if (!wasBegun(result))
    return check(
      'numbering',
      'cannot-check',
      'The reading was not begun',
      `Without a leaf rule no entry can be put into the tree. Of ${entriesOf(logSize)} only a few were requested, to find one.`,
    );
  if (entries !== logSize)
    return check(
      'numbering',
      'cannot-check',
      'Not every entry could be read',
      `${entriesOf(entries)} of ${formatNumber(logSize)} could be put into the tree.`,
    );
  const earlier =
    continuedFrom === 0
      ? ''
      : ` The first ${formatNumber(continuedFrom)} were read in an earlier audit in this browser.`;
  return check(
    'numbering',
    'holds',
    logSize === 1
      ? 'The one entry is numbered and in its place'
      : `All ${entriesOf(logSize)} are numbered and in their place`,
    `They count from 1 to ${formatNumber(logSize)}: none is missing.${earlier}`,
  );
}

function items(result: AuditResult): NamedCheck {
  const { variant, itemsNamed, findings, findingCount, continuedFrom } = result;
  const noun = (count: number): string => countOf(count, variant);
  const matching = `${formatNumber(result.items)} of ${noun(itemsNamed)} that the entries name were hashed here and match.`;
  const of = (state: CheckState, title: string, detail: string) => check('items', state, title, detail);
  const wrong = findings.filter(({ kind }) => kind === 'item').length;
  if (wrong > 0)
    return of(
      'does-not-match',
      `${findingCount > findings.length ? 'At least ' : ''}${noun(wrong)} ${wrong === 1 ? 'does not match its hash' : 'do not match their hash'}`,
      matching,
    );
  if (result.items !== itemsNamed || findings.some(({ kind }) => kind === 'item-missing'))
    return of('cannot-check', `Not all ${variant}s could be hashed`, matching);
  if (result.entries !== result.head.logSize)
    return of(
      'cannot-check',
      `Which ${variant}s there are is not known`,
      `The entries name the ${variant}s, and ${wasBegun(result) ? 'not every entry could be read' : 'the entries were not read'}.`,
    );
  if (result.items === 0)
    return of(
      'holds',
      `There were no ${variant}s to hash`,
      continuedFrom > 0
        ? 'The new entries name no data that the earlier audit had not hashed.'
        : 'The entries name no data.',
    );
  return of(
    'holds',
    `All ${noun(result.items)} hash to what the entries name`,
    `Each was read and hashed in this browser; an entry records the same hash.${continuedFrom > 0 ? ' Those of the earlier audit were hashed then.' : ''}`,
  );
}

function root(result: AuditResult, leafRuleTitle: string | undefined): NamedCheck {
  const { head, computedRoot } = result;
  const all = head.logSize === 1 ? 'the one entry' : `all ${entriesOf(head.logSize)}`;
  if (computedRoot === undefined)
    return check(
      'root',
      'cannot-check',
      'The root could not be rebuilt',
      wasBegun(result)
        ? 'Not every entry could be put into the tree.'
        : 'No known leaf rule gives the published root. Either this register writes its entries in a way this page does not know, or that root is not the root of this log.',
    );
  return computedRoot === head.rootHash
    ? check(
        'root',
        'holds',
        `The root rebuilt from ${all} equals the published root`,
        `The hashes of all entries were combined up to the root.${leafRuleTitle === undefined ? '' : ` Leaf rule: ${leafRuleTitle}.`}`,
      )
    : check(
        'root',
        'does-not-match',
        `The root rebuilt from ${all} does not match the published root`,
        'The entries that the server sends are not the entries that its root stands for.',
      );
}

/** findingState is whether something does not match, or could not be looked at. */
export function findingState({ kind }: AuditFinding): 'does-not-match' | 'cannot-check' {
  return kind === 'item-missing' || kind === 'unreadable' ? 'cannot-check' : 'does-not-match';
}

/** findingWords says in one sentence what a finding is, without the hashes that are shown beside it. */
export function findingWords(finding: AuditFinding, noun: 'item' | 'blob'): string {
  const { kind, entryNumber, itemHash, entries = [], text } = finding;
  const listed = entries.slice(0, 3).map(formatNumber);
  const more = entries.length - listed.length;
  const named =
    listed.length === 0
      ? 'an entry'
      : `${entries.length === 1 ? 'entry' : 'entries'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const data = `The ${noun} named by ${named}`;
  if (kind === 'item') return `${data} does not match its hash.`;
  if (kind === 'item-missing')
    return `${data} could not be checked: the server says that it has no such data.`;
  if (kind === 'unreadable' && itemHash !== undefined)
    return `${data} could not be checked: it cannot be written as bytes to hash.`;
  if (kind === 'entry' && entryNumber !== undefined)
    return `Entry ${formatNumber(entryNumber)} is not the entry under the published root.`;
  return text;
}

/** Plan is what can be begun: a first audit, the rest of one that was not finished, the entries added since one, or the same once more. */
export type Plan =
  | { readonly kind: 'first' }
  | { readonly kind: 'go-on'; readonly run: SavedRun }
  | { readonly kind: 'grown'; readonly result: AuditResult; readonly added: number }
  | { readonly kind: 'again'; readonly result: AuditResult };

/** planOf chooses it. A saved run of a longer log, or of another root, is not one of the log at hand: nothing goes on from it. */
export function planOf(
  head: Checkpoint,
  result: AuditResult | undefined,
  unfinished: SavedRun | undefined,
): Plan {
  const isOfThisLog = (other: Checkpoint): boolean =>
    other.logSize < head.logSize || (other.logSize === head.logSize && other.rootHash === head.rootHash);
  if (unfinished !== undefined && isOfThisLog(unfinished.head)) return { kind: 'go-on', run: unfinished };
  if (result === undefined || !isOfThisLog(result.head)) return { kind: 'first' };
  const added = head.logSize - result.head.logSize;
  if (added === 0) return { kind: 'again', result };
  // Only from an audit of which all held does one go on: another is made anew.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', result, added } : { kind: 'first' };
}

/** Work is what a plan has to read. How many items that is, is a guess: which ones the entries name is known when they have been read. */
export interface Work {
  readonly entries: number;
  readonly items: number;
  readonly words: string;
}

/** workOf says what a plan reads of a log of `logSize` entries and `totalItems` items. Items are read when all entries have been: a run that stopped before has all of them before it. */
export function workOf(plan: Plan, logSize: number, totalItems: number, nouns: Nouns): Work {
  if (plan.kind === 'grown') {
    const items = Math.round(totalItems * (plan.added / logSize));
    return { entries: plan.added, items, words: countOf(plan.added, 'new entry', 'new entries') };
  }
  if (plan.kind !== 'go-on') return { entries: logSize, items: totalItems, words: entriesOf(logSize) };
  const { phase, entriesDone } = plan.run;
  const entries = Math.max(0, logSize - entriesDone);
  const items = phase === 'comparing' ? 0 : totalItems;
  const read = [
    ...(entries === 0 ? [] : [entriesOf(entries)]),
    ...(items === 0 ? [] : [phase === 'entries' ? `all ${nouns}` : `the ${nouns} that are left`]),
  ];
  return {
    entries,
    items,
    words: read.join(' and ') || 'a few proofs, to name the entry where the roots differ',
  };
}

/** ENTRIES_A_PAGE and ITEMS_A_PAGE are how many the server usually gives at once when asked for many. */
const ENTRIES_A_PAGE = 5000;
const ITEMS_A_PAGE = 100;
/** No more items than this are asked for one by one. */
const FEW_ITEMS = 50;
/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** costWords guesses what reading this many entries and items asks of the server: `about 4 requests and 130 kB`. Without a list of items each is a request of its own. */
export function costWords(entries: number, items: number, list: ItemList, nouns: Nouns): string {
  const pages = Math.ceil(entries / ENTRIES_A_PAGE);
  const isFew = items <= FEW_ITEMS;
  const listed = pages + (isFew ? items : Math.ceil(items / ITEMS_A_PAGE));
  // Asked for the list, the server says once that there is none.
  const unlisted = pages + 1 + items;
  const requests = !isFew && list === 'unlisted' ? unlisted : listed;
  const words = `about ${countOf(requests, 'request')} and ${roundedBytes(entries * ENTRY_BYTES + items * ITEM_BYTES)}`;
  return isFew || list !== 'unknown'
    ? words
    : `${words}, or about ${countOf(unlisted, 'request')} if the server has no list of ${nouns}`;
}

/** roundedBytes writes a guess with no more digits than it is worth. */
function roundedBytes(bytes: number): string {
  if (bytes < 1000) return 'under 1 kB';
  const step = 10 ** (Math.floor(Math.log10(bytes)) - 1);
  return formatBytes(Math.round(bytes / step) * step).replace(/\.0(?= )/, '');
}

/** ASK_FIRST is the longest log, in entries, that is read from somebody's server without asking the reader once more. */
const ASK_FIRST = 20_000;

/** asksFirst says whether a reader is asked once more: the log is long, and the server is not this site's own. */
export function asksFirst(register: RegisterId, entries: number): boolean {
  return register.kind === 'remote' && entries > ASK_FIRST;
}

/**
 * shareDone is how much of an audit is done, 0 to 1. How many items there are is known only when all entries have been read; until then the server's count is
 * taken, or as many as there are entries.
 */
export function shareDone(progress: AuditProgress, itemsSaid: number | undefined): number {
  const { phase, logSize, entriesDone, itemsDone, itemsTotal } = progress;
  if (phase === 'comparing') return 1;
  const all = logSize + (phase === 'entries' ? Math.max(itemsTotal, itemsSaid ?? logSize) : itemsTotal);
  return all === 0 ? 1 : Math.min(1, (entriesDone + itemsDone) / all);
}

const QUARTERS = ['just begun', 'a quarter done', 'half done', 'three quarters done', 'nearly done'] as const;

/** spokenProgress is what a screen reader is told while an audit runs: it changes four times in all. */
export function spokenProgress(share: number): string {
  return `Audit ${QUARTERS[Math.min(4, Math.floor(share * 4))] ?? ''}`;
}

/** remainingWords says how much longer, in steps coarse enough not to flicker: `about 20 s`, `about 3 min`. A dash where nobody knows. */
export function remainingWords(remainingMs: number | undefined): string {
  if (remainingMs === undefined || !Number.isFinite(remainingMs)) return '–';
  const seconds = remainingMs / 1000;
  if (seconds < 1.5) return 'a moment';
  if (seconds <= 55) return `about ${Math.ceil(seconds / 5) * 5} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${countOf(Math.round(minutes / 60), 'hour')}`;
}

const WHY: Record<Refusal, string> = {
  full: 'this browser has no room left',
  denied: 'this browser does not let the page keep anything',
  silent: 'the storage of this browser gives no answer',
  damaged: 'the storage of this browser is damaged',
};

/** keepingWords says whether a finished audit is there for later visits; `keeping` is undefined for one that was read out of storage. */
export function keepingWords(keeping: Keeping | undefined, unkept: Refusal | undefined): string {
  if (keeping === 'under-way') return 'Saving it in this browser …';
  if (keeping !== undefined && unkept !== undefined)
    return `It lasts until this page is closed: ${WHY[unkept]}.`;
  return 'It is kept in this browser.';
}

/** unsavedWords says that a run under way cannot be saved. */
export function unsavedWords(unkept: Refusal): string {
  return `What is read cannot be saved: ${WHY[unkept]}. The audit goes on, and is lost if this page is closed before its end.`;
}
