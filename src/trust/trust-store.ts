import { checkId, isSameHead, type Check, type CheckKind, type CheckResult } from '../core/check-result.ts';
import type { Checkpoint, LeafRuleId } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import type { Verdict } from '../core/verdict.ts';
import type { SeenHead } from '../verify/evidence/misbehaviour.ts';
import { type MemoryFinding, twoRoots, withholdUnlessConsistent } from './head-verdicts.ts';
import { Heads } from './heads.ts';
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

/**
 * TrustStore is what this page knows about one register: results of checks go in, the verdict on
 * the page comes out. It fetches, hashes and stores nothing, and is the only place that combines
 * results of different checks.
 */
export class TrustStore {
  readonly #beganAtMs: number;
  /** The heads of the log that this visit read. */
  readonly heads = new Heads(() => this.#changed());
  readonly #results = new Map<string, CheckResult>();
  readonly #memory = new Map<string, MemoryFinding>();
  readonly #marks = new Set<readonly Check[]>();
  readonly #required = new Set<Check>();
  readonly #lists = new Set<readonly ListedRow[]>();
  readonly #declarations = new Set<Declaration>();
  readonly #changes = createStore<void>(undefined);
  #leafRule: LeafRuleId | undefined;
  #seen: SeenHead | undefined;
  /** A check did not match: roots of this visit are not remembered. */
  #mismatched = false;
  #others: OthersContradict | 'reading' | undefined;
  #sender: Verdict | 'checking' | undefined;
  #isDue = false;
  /** Answers until the next change, so that a follower gets the same object. */
  readonly #answers = new Map<unknown, unknown>();

  /** An empty store for a visit that begins at that time, in milliseconds since 1970. */
  constructor(beganAtMs = Date.now()) {
    this.#beganAtMs = beganAtMs;
  }

  /** subscribe calls the listener after changes, once for each batch; returns the function to unsubscribe. */
  readonly subscribe = this.#changes.subscribe;

  /** report records the result of a check in place of its earlier result. */
  report(result: CheckResult): void {
    this.#note(result);
    this.#changed();
  }

  /** withdraw removes the result of a check. */
  withdraw(check: Check): void {
    if (this.#results.delete(checkId(check))) this.#changed();
  }

  /** reportMemory records the result of the check `memory`, with the details to show. */
  reportMemory(against: Checkpoint, finding: MemoryFinding): void {
    this.#memory.set(headId(against), finding);
    this.#note({
      kind: 'memory',
      subject: '',
      head: against,
      verdict: finding.verdict,
      checkedAt: Date.now(),
    });
    // Checks that held before the comparison count from now on; the others are noted as before.
    for (const result of this.#results.values()) this.#note(result);
    this.#changed();
  }

  /** learnLeafRule records the leaf rule that proved an entry or was remembered; the first one stays. */
  learnLeafRule(rule: LeafRuleId): void {
    this.#leafRule ??= rule;
  }

  /**
   * declare sets the checks of the current page until the returned function is called. The last declaration
   * counts, but one of a reader’s copy precedes all others: a page that shows changed data must claim
   * nothing about the register.
   */
  declare(declaration: Declaration): () => void {
    return this.#addTo(this.#declarations, declaration, true);
  }

  /**
   * mark adds checks that the page shows but does not declare: only a mismatch among them counts. Returns
   * the function that removes them.
   */
  mark(checks: readonly Check[]): () => void {
    return this.#addTo(this.#marks, checks);
  }

  /**
   * require adds a check that keeps every page of the register from being green unless it holds. Returns
   * the function that removes it.
   */
  require(check: Check): () => void {
    return this.#addTo(this.#required, check);
  }

  /**
   * list adds versions that the page lists: while one is not checked, the page is verified only in part.
   * Returns the function that removes them.
   */
  list(rows: readonly ListedRow[]): () => void {
    return this.#addTo(this.#lists, rows);
  }

  /** setOthers says what is known of mirrors and witnesses. It decides every page, and not what is remembered. */
  setOthers(known: OthersContradict | 'reading' | undefined): void {
    if (this.#others === known) return;
    this.#others = known;
    this.#changed();
  }

  /**
   * setSender says how what the sender of a link saw compares. It decides every page, and not what is
   * remembered: anybody can write a link.
   */
  setSender(known: Verdict | 'checking' | undefined): void {
    if (this.#sender === known) return;
    this.#sender = known;
    this.#changed();
  }

  /**
   * giveBack removes the results of a register that was left. That a check did not match stays, and so do the
   * comparisons with the remembered root; other checks are made again.
   */
  giveBack(): void {
    for (const [id, { kind }] of this.#results) if (kind !== 'memory') this.#results.delete(id);
    this.#changed();
  }

  /**
   * restart removes all results, after the reader has replaced or forgotten the remembered root, but those of required
   * checks: they are not made of what is read.
   */
  restart(): void {
    const required = new Set([...this.#required].map(checkId));
    for (const id of this.#results.keys()) if (!required.has(id)) this.#results.delete(id);
    this.#memory.clear();
    this.heads.forget();
    this.#seen = undefined;
    this.#mismatched = false;
    this.#changed();
  }

  leafRule(): LeafRuleId | undefined {
    return this.#leafRule;
  }

  /** seenHead returns the largest head of this visit against which a proof held. */
  seenHead(): SeenHead | undefined {
    return this.#seen;
  }

  /** memoryOf returns the comparison of a head with the remembered root; undefined until it is made. */
  memoryOf(against: Checkpoint): MemoryFinding | undefined {
    return this.#memory.get(headId(against));
  }

  /**
   * judge returns the verdict that counts for a check against this head: nothing holds for a head that
   * contradicts the remembered root. undefined until that is known.
   */
  judge(against: Checkpoint, verdict: Verdict): Verdict | undefined {
    if (verdict.outcome !== 'holds') return verdict;
    if (this.heads.isForked(against)) return twoRoots(against);
    const compared = this.memoryOf(against);
    return compared && withholdUnlessConsistent(compared.verdict, verdict);
  }

  /** verdictOf returns the verdict of a check; undefined while it is open. The same object until something changes. */
  verdictOf(check: Check): Verdict | undefined {
    return this.#once(`verdict ${checkId(check)}`, () => this.#verdictOf(check));
  }

  /** statesOf returns the progress of the checks of a declaration: the same list until something changes. */
  statesOf(declaration: Declaration): readonly DeclaredState[] {
    return this.#once(declaration, () => statesOf(declaration, this.#atHead));
  }

  /**
   * provedEntries returns the numbers of the entries of a key that this visit proved to be in the log,
   * ascending: at the page's head, or at an earlier one that it continues.
   */
  provedEntries(key: string): readonly number[] {
    return this.#once(`proved ${key}`, () => {
      const numbers = [...this.#results.values()].flatMap(({ proves: proved, verdict }) => {
        const ofKey = proved?.entries.filter((entry) => entry.key === key) ?? [];
        if (proved === undefined || ofKey.length === 0) return [];
        const holds =
          this.heads.includes(proved.head) && this.judge(proved.head, verdict)?.outcome === 'holds';
        return holds ? ofKey.map(({ entryNumber }) => entryNumber) : [];
      });
      return [...new Set(numbers)].sort((one, other) => one - other);
    });
  }

  /** page returns the verdict on the page on view: the same object until it changes. */
  page(): PageVerdict {
    return this.#once('page', () => {
      return withSurroundings(this.#ownVerdict(), {
        others: this.#others,
        sender: this.#sender,
        unprovedSinceMs: this.heads.unprovedSinceMs(),
      });
    });
  }

  /** confirmed returns the head that this visit verified and may remember; undefined if there is none. */
  confirmed(): Checkpoint | undefined {
    const head = this.heads.current();
    if (head === undefined || head.logSize === 0 || this.mismatched()) return undefined;
    const { state, listed } = this.#ownVerdict();
    const isGreen = state === 'holds' || listed !== undefined;
    return isGreen && [...this.#results.values()].some((result) => this.#proves(result, head))
      ? head
      : undefined;
  }

  /** mismatched reports whether any check of this visit did not match. */
  mismatched(): boolean {
    return this.#mismatched || this.heads.areForked();
  }

  /** The answer found since the last change; `find` finds it first. */
  #once<Answer>(name: unknown, find: () => Answer): Answer {
    if (!this.#answers.has(name)) this.#answers.set(name, find());
    return this.#answers.get(name) as Answer;
  }

  /**
   * A screenful of checks makes hundreds of changes at once: listeners are called once after all of them. For
   * another page they are called at once, so that it never shows the verdict of the page before.
   */
  #changed(isAnotherPage = false): void {
    this.#answers.clear();
    if (isAnotherPage) return this.#changes.set();
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#changes.set();
    });
  }

  /** Adds something of the page on view, and returns the function that removes it. */
  #addTo<Part>(parts: Set<Part>, part: Part, isAnotherPage = false): () => void {
    parts.add(part);
    this.#changed(isAnotherPage);
    return () => {
      parts.delete(part);
      this.#changed(isAnotherPage);
    };
  }

  #note(result: CheckResult): void {
    this.#results.set(checkId(result), result);
    const { outcome } = result.verdict;
    if (outcome === 'does-not-match') this.#mismatched = true;
    if (outcome !== 'holds' || this.#verdictOf(result)?.outcome !== 'holds') return;
    const against = result.head;
    if (against === undefined || !PROVES_HEAD.has(result.kind)) return;
    if (against.logSize > (this.#seen?.logSize ?? 0)) this.#seen = { ...against, seenAtMs: result.checkedAt };
  }

  #verdictOf(check: Check): Verdict | undefined {
    const result = this.#results.get(checkId(check));
    if (result === undefined) return undefined;
    const against = check.head;
    if (against === undefined) return result.verdict;
    if (check.kind !== 'memory') return this.judge(against, result.verdict);
    // A first visit has nothing to compare with and counts as one that holds.
    const { outcome } = result.verdict;
    const isGood = outcome === 'holds' || outcome === 'not-checked';
    return isGood && this.heads.isForked(against) ? twoRoots(against) : result.verdict;
  }

  /** A check against another head than the page's counts as open. */
  readonly #atHead = (check: Check): Verdict | undefined =>
    check.head === undefined || this.heads.isCurrent(check.head) ? this.#verdictOf(check) : undefined;

  /** The verdict by what the register itself sent. */
  #ownVerdict(): PageVerdict {
    return this.#once('own', () => {
      const declared = [...this.#declarations];
      const shown = declared.findLast(({ copy }) => copy) ?? declared.at(-1);
      const [marks, rows] = [[...this.#marks].flat(), [...this.#lists].flat()];
      return pageVerdict(shown, marks, this.#atHead, rows, [...this.#required]);
    });
  }

  /** Results of an earlier visit say nothing about what this one has read. */
  #proves({ kind, head, verdict, checkedAt }: CheckResult, at: Checkpoint): boolean {
    return (
      PROVES_HEAD.has(kind) &&
      checkedAt >= this.#beganAtMs &&
      verdict.outcome === 'holds' &&
      head !== undefined &&
      isSameHead(head, at)
    );
  }
}

function headId({ logSize, rootHash }: Checkpoint): string {
  return `${logSize} ${rootHash}`;
}

/** The checks that show that a root is that of a log with these entries. */
const PROVES_HEAD: ReadonlySet<CheckKind> = new Set(['inclusion', 'whole-log']);
