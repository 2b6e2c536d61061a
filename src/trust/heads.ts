import { isSameHead } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, PublishedHead } from '../core/model.ts';

/** UNPROVED_TIMES is how often a larger head may be read without proof before that counts. */
const UNPROVED_TIMES = 3;
const REREADS = 3;
const REREADS_MS = 10_000;

/** Heads are the heads of a log that this visit read: those published, and the page's. */
export class Heads {
  readonly #changed: () => void;
  /** For each size the published roots, with the addresses that they were read from. */
  readonly #published = new Map<number, Map<Hash, string>>();
  /** The head that this visit remembered last; see app/keep-root.ts. */
  remembered: Checkpoint | undefined;
  #current: Checkpoint | undefined;
  /** Earlier heads of the page that the current one is proved to continue. */
  #continued: readonly Checkpoint[] = [];
  /** How often a larger head was read without a proof that it continues the page's, and since when. */
  #unproved: { readonly times: number; readonly sinceMs: number } | undefined;
  /** When proofs made the page reread its head. */
  #rereads: number[] = [];

  /** No heads; `changed` is called after each change. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** publish records a head that the server published. */
  publish({ logSize, rootHash, address }: PublishedHead): void {
    const roots = this.#published.get(logSize) ?? new Map<Hash, string>();
    this.#published.set(logSize, roots.set(rootHash, address));
    this.#changed();
  }

  /** published returns the heads that the server published in this visit. */
  published(): readonly Checkpoint[] {
    return [...this.#published].flatMap(([logSize, roots]) =>
      [...roots.keys()].map((rootHash) => ({ logSize, rootHash })),
    );
  }

  /** addressOf returns the address that a head was read from in this visit. */
  addressOf({ logSize, rootHash }: Checkpoint): string | undefined {
    return this.#published.get(logSize)?.get(rootHash);
  }

  /** isForked reports whether two roots were published for the size of this head. */
  isForked({ logSize }: Checkpoint): boolean {
    return (this.#published.get(logSize)?.size ?? 0) > 1;
  }

  /** areForked reports whether two roots were published for any size. */
  areForked(): boolean {
    return [...this.#published.values()].some((roots) => roots.size > 1);
  }

  /** forget removes the published heads and the remembered one; the page's stays. */
  forget(): void {
    this.#published.clear();
    this.remembered = undefined;
  }

  /** drop forgets the page's head, which is then read again: the log may have become shorter. */
  drop(): void {
    this.#current = undefined;
    this.#continued = [];
    this.noteGrowth('none');
    this.#changed();
  }

  /** set makes a head the page's head. `continues`: a proof shows that it continues the one before. */
  set(next: Checkpoint, continues = false): void {
    this.noteGrowth('none');
    if (this.isCurrent(next)) return;
    this.#continued = continues && this.#current !== undefined ? [...this.#continued, this.#current] : [];
    this.#current = next;
    this.#changed();
  }

  /** current returns the page's head; undefined until one is read. */
  current(): Checkpoint | undefined {
    return this.#current;
  }

  isCurrent(head: Checkpoint): boolean {
    return this.#current !== undefined && isSameHead(head, this.#current);
  }

  /** includes reports whether a head is the page's, or an earlier one that the page's is proved to continue. */
  includes(head: Checkpoint): boolean {
    return this.isCurrent(head) || this.#continued.some((one) => isSameHead(one, head));
  }

  /**
   * noteGrowth says whether a larger head was published without a proof that it continues the page's. After a
   * few times in a row nothing on view is verified any more: it may be what the register no longer publishes.
   */
  noteGrowth(growth: 'unproved' | 'none'): void {
    if (growth === 'none' && this.#unproved === undefined) return;
    const { times = 0, sinceMs = Date.now() } = this.#unproved ?? {};
    this.#unproved = growth === 'none' ? undefined : { times: times + 1, sinceMs };
    this.#changed();
  }

  /** unprovedSinceMs returns since when the log is published larger without a proof, once that counts. */
  unprovedSinceMs(): number | undefined {
    return this.#unproved && this.#unproved.times >= UNPROVED_TIMES ? this.#unproved.sinceMs : undefined;
  }

  /**
   * mayReread reports whether a proof that failed may make the page reread its head, and counts the
   * rereading: at most REREADS in REREADS_MS, or a log that grows with every answer would be followed without
   * end.
   */
  mayReread(): boolean {
    const now = Date.now();
    this.#rereads = this.#rereads.filter((at) => at > now - REREADS_MS);
    if (this.#rereads.length >= REREADS) return false;
    this.#rereads.push(now);
    return true;
  }
}
