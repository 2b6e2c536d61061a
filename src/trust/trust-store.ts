import { checkId, isSameHead, type Check, type CheckKind, type CheckResult } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, PublishedHead } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { HeadConsistencyCheck } from '../verify/protocol.ts';
import type { RecallResult } from '../verify/remembered-root.ts';
import {
  pageVerdict,
  statesOf,
  type Declaration,
  type DeclaredState,
  type PageVerdict,
} from './page-checks.ts';

/** MemoryFinding is how a head compares with what this browser saw before. */
export interface MemoryFinding {
  /**
   * holds: the log continues what an earlier visit remembered. not-checked: there is nothing to compare with, because this is the first visit or storage
   * refuses. does-not-match: see `misbehaviour`. cannot-check: the comparison was not made, and why.
   */
  readonly verdict: Verdict;
  readonly recalled: RecallResult;
  /** What it was compared with. Where the verdict holds, what was seen in an earlier visit. */
  readonly since?: SeenHead;
  /** Whether `since` was imported from a file, so that this browser never saw it. */
  readonly fromFile?: true;
  readonly check?: HeadConsistencyCheck;
  /** What the register must never do, and did. */
  readonly misbehaviour?: Misbehaviour;
  /** Something may be remembered that could not be read: single proofs count, the visit as a whole does not. */
  readonly unread?: true;
}

/** createTrustStore makes an empty store for a visit that begins at that time, in milliseconds since 1970: nothing is checked, nothing is declared. */
export function createTrustStore(beganAtMs = Date.now()) {
  const results = new Map<string, CheckResult>();
  const memory = new Map<string, MemoryFinding>();
  /** For each size the roots that the server published, with the addresses that answered with them. */
  const published = new Map<number, Map<Hash, string>>();
  const marks = new Set<readonly Check[]>();
  const declarations = new Set<Declaration>();
  const changes = createStore<void>(undefined);
  let head: Checkpoint | undefined;
  let leafRule: LeafRuleId | undefined;
  let seen: SeenHead | undefined;
  /** Something did not match: roots of this visit are not remembered. */
  let mismatched = false;
  let page: PageVerdict | undefined;
  let proved: readonly number[] | undefined;
  /** When proofs made the page read its head again. */
  let rereads: number[] = [];

  let due = false;
  let states = new WeakMap<Declaration, readonly DeclaredState[]>();
  let verdicts = new Map<string, Verdict | undefined>();

  /**
   * A screenful of checks makes hundreds of changes at once: listeners are called once after all of them. For another page they are called at once, so that the verdict on the
   * page before is never seen beside it.
   */
  const changed = (isAnotherPage = false): void => {
    page = undefined;
    proved = undefined;
    states = new WeakMap();
    verdicts = new Map();
    if (isAnotherPage) return changes.set();
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      changes.set();
    });
  };

  const memoryOf = (against: Checkpoint): MemoryFinding | undefined =>
    memory.get(`${against.logSize} ${against.rootHash}`);

  const isForked = ({ logSize }: Checkpoint): boolean => (published.get(logSize)?.size ?? 0) > 1;

  const judge = (against: Checkpoint, verdict: Verdict): Verdict | undefined => {
    if (verdict.outcome !== 'holds') return verdict;
    if (isForked(against)) return twoRoots(against);
    const compared = memoryOf(against);
    return compared === undefined ? undefined : withholdUnlessConsistent(compared, verdict);
  };

  const verdictOf = (check: Check): Verdict | undefined => {
    const result = results.get(checkId(check));
    if (result === undefined) return undefined;
    const against = check.head;
    if (against === undefined) return result.verdict;
    if (check.kind !== 'memory') return judge(against, result.verdict);
    // A first visit has nothing to compare with, and is as good as one that holds.
    const { outcome } = result.verdict;
    return isForked(against) && (outcome === 'holds' || outcome === 'not-checked')
      ? twoRoots(against)
      : result.verdict;
  };

  /** A check against another head than the page's counts as open: it says nothing about this one. */
  const atHead = (check: Check): Verdict | undefined =>
    check.head === undefined || (head !== undefined && isSameHead(check.head, head))
      ? verdictOf(check)
      : undefined;

  const pageNow = (): PageVerdict => {
    const declared = [...declarations];
    const shown = declared.findLast(({ copy }) => copy) ?? declared.at(-1);
    return (page ??= pageVerdict(shown, [...marks].flat(), atHead));
  };

  const note = (result: CheckResult): void => {
    results.set(checkId(result), result);
    const { outcome } = result.verdict;
    if (outcome === 'does-not-match') mismatched = true;
    if (outcome !== 'holds' || verdictOf(result)?.outcome !== 'holds') return;
    const against = result.head;
    if (against === undefined || !PROVES_HEAD.has(result.kind)) return;
    if (against.logSize > (seen?.logSize ?? 0)) seen = { ...against, seenAtMs: result.checkedAt };
  };

  /** What an earlier visit found says nothing of what this one has read. */
  const proves = ({ kind, head: against, verdict, checkedAt }: CheckResult, at: Checkpoint): boolean =>
    PROVES_HEAD.has(kind) &&
    checkedAt >= beganAtMs &&
    verdict.outcome === 'holds' &&
    against !== undefined &&
    isSameHead(against, at);

  return {
    /** report takes the result of a check; a later result of the same check takes the place of an earlier one. */
    report(result: CheckResult): void {
      note(result);
      changed();
    },
    /** begin says that a check is made again: what could not be checked before is open again. */
    begin(check: Check): void {
      const id = checkId(check);
      if (results.get(id)?.verdict.outcome === 'cannot-check' && results.delete(id)) changed();
    },
    /** withdraw forgets the result of a check. */
    withdraw(check: Check): void {
      if (results.delete(checkId(check))) changed();
    },
    /** reportMemory takes how a head compares with what was seen before. It is the result of the check `memory`, with all there is to show about it. */
    reportMemory(against: Checkpoint, finding: MemoryFinding): void {
      memory.set(`${against.logSize} ${against.rootHash}`, finding);
      note({ kind: 'memory', subject: '', head: against, verdict: finding.verdict, checkedAt: Date.now() });
      // What held before the comparison was made holds from now on.
      for (const result of results.values()) {
        if (result.kind !== 'memory' && result.head !== undefined && isSameHead(result.head, against))
          note(result);
      }
      changed();
    },
    /** publish notes a head that the server published. Two roots for one size are a mismatch of everything made against either. */
    publish(next: PublishedHead): void {
      const roots = published.get(next.logSize) ?? new Map<Hash, string>();
      published.set(next.logSize, roots.set(next.rootHash, next.address));
      if (roots.size > 1) mismatched = true;
      changed();
    },
    /** setHead makes a head the page's head. */
    setHead(next: Checkpoint): void {
      if (head !== undefined && isSameHead(head, next)) return;
      head = next;
      changed();
    },
    /**
     * mayRereadHead reports whether a failed request for a proof may make the page read its head again, and counts it as read: HEAD_REREADS times in HEAD_REREADS_MS, as
     * a log that grows with every answer would be followed without end.
     */
    mayRereadHead(): boolean {
      const now = Date.now();
      rereads = rereads.filter((at) => at > now - HEAD_REREADS_MS);
      if (rereads.length >= HEAD_REREADS) return false;
      rereads.push(now);
      return true;
    },
    /** learnLeafRule notes the rule by which an entry was proved, or that was remembered; the first one stays. */
    learnLeafRule: (rule: LeafRuleId): void => void (leafRule ??= rule),
    /** declare sets the checks that the current page depends on, until the returned function is called. The last one counts, and one of a reader’s copy before all others: nothing of the register may be read off a page that shows changed data. */
    declare(declaration: Declaration): () => void {
      declarations.add(declaration);
      changed(true);
      return () => {
        declarations.delete(declaration);
        changed(true);
      };
    },
    /** mark adds checks that the page shows without depending on them: a mismatch among them counts. Returns the function that removes them. */
    mark(checks: readonly Check[]): () => void {
      marks.add(checks);
      changed();
      return () => {
        marks.delete(checks);
        changed();
      };
    },
    /** restart forgets all results, after the reader has replaced the remembered root. */
    restart(): void {
      results.clear();
      memory.clear();
      published.clear();
      seen = undefined;
      mismatched = false;
      changed();
    },

    head: () => head,
    leafRule: () => leafRule,
    /** The largest head of this visit against which a proof held. */
    seenHead: () => seen,
    /** publishedHeads are the heads that the server published in this visit. */
    publishedHeads: (): readonly Checkpoint[] =>
      [...published].flatMap(([logSize, roots]) =>
        [...roots.keys()].map((rootHash) => ({ logSize, rootHash })),
      ),
    /** addressOf is the address that answered with a head in this visit. */
    addressOf: ({ logSize, rootHash }: Checkpoint) => published.get(logSize)?.get(rootHash),
    /** verdictOf is what a check is worth now; undefined while it is open. The same object until something changes. */
    verdictOf(check: Check): Verdict | undefined {
      const id = checkId(check);
      if (!verdicts.has(id)) verdicts.set(id, verdictOf(check));
      return verdicts.get(id);
    },
    /** judge is what the verdict of a check against this head is worth: nothing holds for a head that contradicts what was seen before. undefined until that is known. */
    judge,
    memoryOf,
    /** statesOf is how far the checks of a declaration have come: the same list until something changes. */
    statesOf(declaration: Declaration): readonly DeclaredState[] {
      const known = states.get(declaration) ?? statesOf(declaration, atHead);
      states.set(declaration, known);
      return known;
    },
    /** page is the verdict on the page on view: the same object until something changes it. */
    page: pageNow,
    /** confirmed is the head that this visit has verified, and may be remembered; undefined if there is none. */
    confirmed(): Checkpoint | undefined {
      if (head === undefined || head.logSize === 0 || mismatched) return undefined;
      const at = head;
      return pageNow().state === 'holds' && [...results.values()].some((result) => proves(result, at))
        ? at
        : undefined;
    },
    /** mismatched says whether anything in this visit did not match. */
    mismatched: () => mismatched,
    /** contradicted is the page's head if it contradicts what was seen before. */
    contradicted: () =>
      head !== undefined && memoryOf(head)?.verdict.outcome === 'does-not-match' ? head : undefined,
    /** The entries whose inclusion was shown in this visit, ascending; the same list until something changes. */
    provedEntries: () => (proved ??= listProved(results.values(), verdictOf)),
    /** subscribe calls the listener after changes, once for all that are made at a time; returns the function that ends this. */
    subscribe: changes.subscribe,
  };
}

const HEAD_REREADS = 3;
const HEAD_REREADS_MS = 10_000;

/** The checks that show the root of a head to be that of a log with these entries. */
const PROVES_HEAD: ReadonlySet<CheckKind> = new Set(['inclusion', 'whole-log']);

function twoRoots({ logSize }: Checkpoint): Verdict {
  const reason = `two different roots were published for a log of ${logSize} entries`;
  return doesNotMatch('two-roots', reason);
}

/** withholdUnlessConsistent is the verdict of a check against a head, once that head was compared with what was seen before: nothing holds for a head that contradicts it, or was not compared. */
function withholdUnlessConsistent(finding: MemoryFinding, verdict: Verdict): Verdict {
  const { outcome } = finding.verdict;
  if (verdict.outcome !== 'holds' || outcome === 'holds' || outcome === 'not-checked' || finding.unread)
    return verdict;
  if (outcome === 'does-not-match')
    return cannotCheck(
      'head-contradicted',
      'it matches the root that is published now, which contradicts the one seen before',
    );
  const why = 'reason' in finding.verdict ? finding.verdict.reason : '';
  return cannotCheck(
    'head-not-compared',
    `the published root was not compared with the one seen before: ${why}`,
  );
}

function listProved(
  results: Iterable<CheckResult>,
  verdictOf: (check: Check) => Verdict | undefined,
): readonly number[] {
  const entries = new Set<number>();
  for (const result of results) {
    if (result.kind !== 'inclusion' || result.entryNumber === undefined) continue;
    if (verdictOf(result)?.outcome === 'holds') entries.add(result.entryNumber);
  }
  return [...entries].sort((one, other) => one - other);
}

/**
 * TrustStore is what this page knows about one register: results of checks go in, what may be claimed comes out. It fetches, hashes and keeps nothing, and
 * decides by itself what the results of different checks mean together.
 */
export type TrustStore = ReturnType<typeof createTrustStore>;
