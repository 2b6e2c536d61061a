import { checkId, isSameHead, type Check, type CheckKind, type CheckResult } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, Entry, PublishedHead, LeafRuleId } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { HeadConsistencyCheck } from '../verify/protocol.ts';
import { twoRoots, withholdUnlessConsistent } from './head-verdicts.ts';
import type { RecallResult } from './remembered-root.ts';
import {
  pageVerdict,
  statesOf,
  withSurroundings,
  type Declaration,
  type DeclaredState,
  type ListedRow,
  type OthersContradict,
  type PageVerdict,
} from './page-checks.ts';

/** MemoryFinding is the comparison of a head with the root that this browser remembers. */
export interface MemoryFinding {
  /**
   * holds: the log continues what an earlier visit remembered. not-checked: there is nothing to compare with,
   * because this is the first visit or storage refuses. does-not-match: see `misbehaviour`. cannot-check: the
   * comparison failed; the reason says why. With the code `storage-unread`, the stored root could not be
   * read: single proofs count, the visit as a whole does not.
   */
  readonly verdict: Verdict;
  readonly recalled: RecallResult;
  /** What it was compared with. If the verdict holds, a root seen in an earlier visit. */
  readonly since?: SeenHead;
  readonly check?: HeadConsistencyCheck;
  /** What the register did that it must never do. */
  readonly misbehaviour?: Misbehaviour;
}

/**
 * createTrustStore makes an empty store for a visit that begins at that time, in milliseconds since 1970: no
 * results, no declarations.
 */
export function createTrustStore(beganAtMs = Date.now()) {
  const results = new Map<string, CheckResult>();
  const memory = new Map<string, MemoryFinding>();
  /** For each size the published roots, with the addresses that they were read from. */
  const published = new Map<number, Map<Hash, string>>();
  const marks = new Set<readonly Check[]>();
  const required = new Set<Check>();
  const lists = new Set<readonly ListedRow[]>();
  const declarations = new Set<Declaration>();
  const changes = createStore<void>(undefined);
  let head: Checkpoint | undefined;
  /** Earlier heads of the page that the current one is proved to continue. */
  let continued: readonly Checkpoint[] = [];
  let leafRule: LeafRuleId | undefined;
  let seen: SeenHead | undefined;
  /** A check did not match: roots of this visit are not remembered. */
  let mismatched = false;
  let others: OthersContradict | 'reading' | undefined;
  let sender: Verdict | 'checking' | undefined;
  /** How often a larger head was read without a proof that it continues the page's, and since when. */
  let unproved: { readonly times: number; readonly sinceMs: number } | undefined;
  /** When proofs made the page reread its head. */
  let rereads: number[] = [];

  let due = false;
  /** Answers until the next change, so that a follower gets the same object. */
  const answers = new Map<unknown, unknown>();
  const remembered = <Answer>(name: unknown, find: () => Answer): Answer => {
    if (!answers.has(name)) answers.set(name, find());
    return answers.get(name) as Answer;
  };

  /**
   * A screenful of checks makes hundreds of changes at once: listeners are called once after all of them. For
   * another page they are called at once, so that it never shows the verdict of the page before.
   */
  const changed = (isAnotherPage = false): void => {
    answers.clear();
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
    return compared === undefined ? undefined : withholdUnlessConsistent(compared.verdict, verdict);
  };

  const verdictOf = (check: Check): Verdict | undefined => {
    const result = results.get(checkId(check));
    if (result === undefined) return undefined;
    const against = check.head;
    if (against === undefined) return result.verdict;
    if (check.kind !== 'memory') return judge(against, result.verdict);
    // A first visit has nothing to compare with and counts as one that holds.
    const { outcome } = result.verdict;
    return isForked(against) && (outcome === 'holds' || outcome === 'not-checked')
      ? twoRoots(against)
      : result.verdict;
  };

  /** A check against another head than the page's counts as open. */
  const atHead = (check: Check): Verdict | undefined =>
    check.head === undefined || (head !== undefined && isSameHead(check.head, head))
      ? verdictOf(check)
      : undefined;

  /** The verdict by what the register itself sent. */
  const ownVerdict = (): PageVerdict =>
    remembered('own', () => {
      const declared = [...declarations];
      const shown = declared.findLast(({ copy }) => copy) ?? declared.at(-1);
      return pageVerdict(shown, [...marks].flat(), atHead, [...lists].flat(), [...required]);
    });

  const noteGrowth = (growth: 'unproved' | 'none'): void => {
    if (growth === 'none' && unproved === undefined) return;
    const { times = 0, sinceMs = Date.now() } = unproved ?? {};
    unproved = growth === 'none' ? undefined : { times: times + 1, sinceMs };
    changed();
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

  /** Results of an earlier visit say nothing about what this one has read. */
  const proves = ({ kind, head: against, verdict, checkedAt }: CheckResult, at: Checkpoint): boolean =>
    PROVES_HEAD.has(kind) &&
    checkedAt >= beganAtMs &&
    verdict.outcome === 'holds' &&
    against !== undefined &&
    isSameHead(against, at);

  return {
    /** report records the result of a check in place of its earlier result. */
    report(result: CheckResult): void {
      note(result);
      changed();
    },
    /** begin reopens a check that could not be made before. */
    begin(check: Check): void {
      const id = checkId(check);
      if (results.get(id)?.verdict.outcome === 'cannot-check' && results.delete(id)) changed();
    },
    /** withdraw removes the result of a check. */
    withdraw(check: Check): void {
      if (results.delete(checkId(check))) changed();
    },
    /** reportMemory records the result of the check `memory`, with the details to show. */
    reportMemory(against: Checkpoint, finding: MemoryFinding): void {
      memory.set(`${against.logSize} ${against.rootHash}`, finding);
      note({ kind: 'memory', subject: '', head: against, verdict: finding.verdict, checkedAt: Date.now() });
      // Checks that held before the comparison count from now on; the others are noted as before.
      for (const result of results.values()) note(result);
      changed();
    },
    /**
     * publish records a head that the server published. Two roots for one size are a mismatch of
     * every check against either.
     */
    publish(next: PublishedHead): void {
      const roots = published.get(next.logSize) ?? new Map<Hash, string>();
      published.set(next.logSize, roots.set(next.rootHash, next.address));
      if (roots.size > 1) mismatched = true;
      changed();
    },
    /**
     * setHead makes a head the page's head. `continues`: a proof shows that it continues the one before.
     */
    setHead(next: Checkpoint, continues = false): void {
      noteGrowth('none');
      if (head !== undefined && isSameHead(head, next)) return;
      continued = continues && head !== undefined ? [...continued, head] : [];
      head = next;
      changed();
    },
    /**
     * noteGrowth says whether a larger head was published without a proof that it continues the page's. After a
     * few times in a row nothing on view is verified any more: it may be what the register no longer publishes.
     */
    noteGrowth,
    /**
     * mayRereadHead reports whether a failed request for a proof may make the page reread its head, and
     * counts the rereading: at most HEAD_REREADS in HEAD_REREADS_MS, or a log that grows with every answer
     * would be followed without end.
     */
    mayRereadHead(): boolean {
      const now = Date.now();
      rereads = rereads.filter((at) => at > now - HEAD_REREADS_MS);
      if (rereads.length >= HEAD_REREADS) return false;
      rereads.push(now);
      return true;
    },
    /** learnLeafRule records the leaf rule that proved an entry or was remembered; the first one stays. */
    learnLeafRule: (rule: LeafRuleId): void => void (leafRule ??= rule),
    /**
     * declare sets the checks of the current page until the returned function is called. The last declaration
     * counts, but one of a reader’s copy precedes all others: a page that shows changed data must claim
     * nothing about the register.
     */
    declare(declaration: Declaration): () => void {
      declarations.add(declaration);
      changed(true);
      return () => {
        declarations.delete(declaration);
        changed(true);
      };
    },
    /**
     * mark adds checks that the page shows but does not declare: only a mismatch among them counts. Returns
     * the function that removes them.
     */
    mark(checks: readonly Check[]): () => void {
      marks.add(checks);
      changed();
      return () => {
        marks.delete(checks);
        changed();
      };
    },
    /**
     * require adds a check that keeps every page of the register from being green unless it holds. Returns
     * the function that removes it.
     */
    require(check: Check): () => void {
      required.add(check);
      changed();
      return () => {
        required.delete(check);
        changed();
      };
    },
    /**
     * list adds versions that the page lists: while one is not checked, the page is verified only in part.
     * Returns the function that removes them.
     */
    list(rows: readonly ListedRow[]): () => void {
      lists.add(rows);
      changed();
      return () => {
        lists.delete(rows);
        changed();
      };
    },
    /**
     * setOthers says what is known of mirrors and witnesses. It decides every page, and not what is remembered.
     */
    setOthers(known: OthersContradict | 'reading' | undefined): void {
      if (others === known) return;
      others = known;
      changed();
    },
    /**
     * setSender says how what the sender of a link saw compares. It decides every page, and not what is
     * remembered: anybody can write a link.
     */
    setSender(known: Verdict | 'checking' | undefined): void {
      if (sender === known) return;
      sender = known;
      changed();
    },
    /**
     * giveBack removes the results of a register that was left. That a check did not match stays, and so do the
     * comparisons with the remembered root; other checks are made again.
     */
    giveBack(): void {
      for (const [id, { kind }] of results) if (kind !== 'memory') results.delete(id);
      changed();
    },
    /** restart removes all results, after the reader has replaced the remembered root. */
    restart(): void {
      results.clear();
      memory.clear();
      published.clear();
      seen = undefined;
      mismatched = false;
      changed();
    },

    head: () => head,
    /** continues reports whether the page's head is proved to continue an earlier head of the page. */
    continues: (earlier: Checkpoint) => continued.some((one) => isSameHead(one, earlier)),
    leafRule: () => leafRule,
    /** The largest head of this visit against which a proof held. */
    seenHead: () => seen,
    /** publishedHeads returns the heads that the server published in this visit. */
    publishedHeads: (): readonly Checkpoint[] =>
      [...published].flatMap(([logSize, roots]) =>
        [...roots.keys()].map((rootHash) => ({ logSize, rootHash })),
      ),
    /** addressOf returns the address that a head was read from in this visit. */
    addressOf: ({ logSize, rootHash }: Checkpoint) => published.get(logSize)?.get(rootHash),
    /**
     * verdictOf returns the verdict of a check; undefined while it is open. The same object
     * until something changes.
     */
    verdictOf: (check: Check) => remembered(`verdict ${checkId(check)}`, () => verdictOf(check)),
    /**
     * judge returns the verdict that counts for a check against this head: nothing holds for a head that
     * contradicts the remembered root. undefined until that is known.
     */
    judge,
    memoryOf,
    /**
     * statesOf returns the progress of the checks of a declaration: the same list until something changes.
     */
    statesOf: (declaration: Declaration) =>
      remembered(declaration, (): readonly DeclaredState[] => statesOf(declaration, atHead)),
    /**
     * provedEntries returns the numbers of the entries of a key that this visit proved to be in the log,
     * ascending: at the page's head, or at an earlier one that it continues.
     */
    provedEntries: (key: string) =>
      remembered(`proved ${key}`, (): readonly number[] => {
        const heads = head === undefined ? [] : [...continued, head];
        const entries = [...results.values()].flatMap((result): readonly Entry[] => {
          const { proves: proved } = result;
          if (!proved?.entries.some((entry) => entry.key === key)) return [];
          const counts = heads.some((one) => isSameHead(one, proved.head));
          return counts && judge(proved.head, result.verdict)?.outcome === 'holds' ? proved.entries : [];
        });
        const numbers = entries.filter((entry) => entry.key === key).map(({ entryNumber }) => entryNumber);
        return [...new Set(numbers)].sort((one, other) => one - other);
      }),
    /** page returns the verdict on the page on view: the same object until it changes. */
    page: () =>
      remembered('page', () => {
        const isLong = unproved !== undefined && unproved.times >= UNPROVED_TIMES;
        return withSurroundings(ownVerdict(), {
          others,
          sender,
          unprovedSinceMs: isLong ? unproved?.sinceMs : undefined,
        });
      }),
    /** confirmed returns the head that this visit verified and may remember; undefined if there is none. */
    confirmed(): Checkpoint | undefined {
      if (head === undefined || head.logSize === 0 || mismatched) return undefined;
      const at = head;
      const { state, listed } = ownVerdict();
      return (state === 'holds' || listed !== undefined) &&
        [...results.values()].some((result) => proves(result, at))
        ? at
        : undefined;
    },
    /** mismatched reports whether any check of this visit did not match. */
    mismatched: () => mismatched,
    /** contradicted returns the page's head if it contradicts the remembered root. */
    contradicted: () =>
      head !== undefined && memoryOf(head)?.verdict.outcome === 'does-not-match' ? head : undefined,
    /**
     * subscribe calls the listener after changes, once for each batch; returns the function to unsubscribe.
     */
    subscribe: changes.subscribe,
  };
}

/** UNPROVED_TIMES is how often a larger head may be read without proof before that counts. */
const UNPROVED_TIMES = 3;
const HEAD_REREADS = 3;
const HEAD_REREADS_MS = 10_000;

/** The checks that show that a root is that of a log with these entries. */
const PROVES_HEAD: ReadonlySet<CheckKind> = new Set(['inclusion', 'whole-log']);

/**
 * TrustStore is what this page knows about one register: results of checks go in, the verdict on
 * the page comes out. It fetches, hashes and stores nothing, and is the only place that combines
 * results of different checks.
 */
export type TrustStore = ReturnType<typeof createTrustStore>;
