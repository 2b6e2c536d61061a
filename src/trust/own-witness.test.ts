import { IDBDatabase as Database } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { brokenDatabases, freshDatabases } from '../testing/broken-storage.ts';
import { leaves } from '../testing/builders.ts';
import { verifyNote } from '../verify/witness/cosignature.ts';
import { createOwnWitness, type SigningRefused, type WitnessStorage } from './own-witness.ts';
import { sumOf } from './remembered-root.ts';
import { readCheckpointText, readSignedNote } from '../verify/witness/signed-note.ts';

const NAME = 'witness.example/me';
const LOG = 'country.example/v2#items';
const NOW_MS = Date.UTC(2026, 10, 20);
const ROOTS = leaves(64);

/** Two histories that part after 4 entries. */
type Branch = 'left' | 'right';
const headAt = (branch: Branch, logSize: number): Checkpoint => ({
  logSize,
  rootHash: ROOTS[logSize <= 4 ? logSize : logSize + (branch === 'left' ? 16 : 32)] as Hash,
});

/** memoryStorage clones values as IndexedDB does. */
function memoryStorage(): WitnessStorage & { value: unknown } {
  const storage = {
    value: undefined as unknown,
    get: async () => storage.value,
    update: async (updater: (old: unknown) => unknown) => {
      storage.value = structuredClone(updater(storage.value));
    },
  };
  return storage;
}

describe('a witness', () => {
  it('makes one key, which signs what was verified', async () => {
    const storage = memoryStorage();
    const witness = createOwnWitness(storage);
    expect(await witness.key()).toBeUndefined();
    await expect(witness.sign(LOG, headAt('left', 3), undefined, NOW_MS)).rejects.toMatchObject({
      why: 'no-key',
    });
    const [key, again] = await Promise.all([witness.create(NAME), witness.create('other')]);
    expect(again).toEqual(key);
    expect(storage.value).toMatchObject({ privateKey: { extractable: false } });
    const note = await witness.sign(LOG, headAt('left', 3), undefined, NOW_MS);
    const signed = readSignedNote(note);
    expect(readCheckpointText(signed.text)).toMatchObject({ origin: LOG, checkpoint: headAt('left', 3) });
    expect((await verifyNote(signed, key, NOW_MS)).verdict.outcome).toBe('holds');
    expect(await witness.lastSigned(LOG)).toMatchObject({ ...headAt('left', 3), note });
    expect(await witness.lastSigned('toString')).toBeUndefined();
  });

  it('keeps the key that another page made meanwhile, and the record of what another page signed', async () => {
    const storage = memoryStorage();
    const witness = createOwnWitness(storage);
    const key = await witness.create(NAME);
    expect(await createOwnWitness(storage).create('other')).toEqual(key);
    let writes = 0;
    const update: WitnessStorage['update'] = async (updater) => {
      writes += 1;
      // Between the record of a head and its note.
      if (writes === 2) await witness.sign(LOG, headAt('left', 6), headAt('left', 5), NOW_MS);
      await storage.update(updater);
    };
    await createOwnWitness({ ...storage, update }).sign(LOG, headAt('left', 5), undefined, NOW_MS);
    const { note = '' } = (await witness.lastSigned(LOG)) ?? {};
    expect(readCheckpointText(readSignedNote(note).text).checkpoint).toEqual(headAt('left', 6));
  });

  it.each<[string, Checkpoint, Checkpoint | undefined, SigningRefused['why'] | undefined]>([
    ['the same head again', headAt('left', 8), undefined, undefined],
    ['a longer log that continues it', headAt('left', 9), headAt('left', 8), undefined],
    ['a longer log that nobody compared', headAt('left', 9), undefined, 'not-continued'],
    ['a longer log compared with another head', headAt('left', 9), headAt('left', 4), 'not-continued'],
    ['a shorter log', headAt('left', 7), headAt('left', 8), 'not-continued'],
    ['another root for the size', headAt('right', 8), headAt('left', 8), 'not-continued'],
    ['an empty log', headAt('left', 0), headAt('left', 8), 'not-verified'],
  ])('asked to sign %s', async (_, head, continues, refused) => {
    const witness = createOwnWitness(memoryStorage());
    await witness.create(NAME);
    await witness.sign(LOG, headAt('left', 8), undefined, NOW_MS);
    const answer = witness.sign(LOG, head, continues, NOW_MS);
    if (refused === undefined) expect(await answer).toContain(NAME);
    else await expect(answer).rejects.toMatchObject({ why: refused });
    // Another log has a record of its own.
    expect(await witness.sign('other', headAt('right', 5), undefined, NOW_MS)).toContain(NAME);
  });

  it.each<[string, (stored: Record<string, unknown>) => unknown]>([
    ['of a later version', (stored) => ({ ...stored, version: 3 })],
    ['whose record lost what was signed', (stored) => ({ ...stored, signed: {} })],
    ['with a corrupted record', (stored) => ({ ...stored, signed: { [LOG]: { logSize: '8' } } })],
    [
      'with a record of no head',
      (stored) => {
        const signed = { [LOG]: { ...headAt('left', 0), signedAtMs: NOW_MS } };
        return { ...stored, signed, sum: sumOf(signed) };
      },
    ],
    ['without its private key', (stored) => ({ ...stored, privateKey: {} })],
    ['with a short key', (stored) => ({ ...stored, publicKey: new Uint8Array(31) })],
  ])('with a stored value %s signs nothing, and makes no other key', async (_, corrupt) => {
    const storage = memoryStorage();
    const witness = createOwnWitness(storage);
    await witness.create(NAME);
    await witness.sign(LOG, headAt('left', 4), undefined, NOW_MS);
    storage.value = corrupt(storage.value as Record<string, unknown>);
    for (const ask of [
      () => witness.sign(LOG, headAt('left', 8), undefined, NOW_MS),
      () => witness.create(NAME),
      () => witness.key(),
    ])
      await expect(ask()).rejects.toMatchObject({ why: 'damaged' });
    await witness.forget();
    expect(await witness.key()).toBeUndefined();
  });

  it.each(['', 'two words', 'a+b'])('cannot be called %j', async (name) => {
    await expect(createOwnWitness(memoryStorage()).create(name)).rejects.toThrow(RangeError);
  });

  it('never signs two heads that contradict each other, in whatever tabs, and however storage fails', async () => {
    const attempt = fc.record({
      branch: fc.constantFrom<Branch>('left', 'right'),
      size: fc.integer({ min: 1, max: 12 }),
      from: fc.integer({ min: 0, max: 12 }),
      fails: fc.constantFrom('', '', '', 'write', 'read', 'answer', 'sign'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { maxLength: 12 }), async (attempts) => {
        const storage = memoryStorage();
        await createOwnWitness(storage).create(NAME);
        const signed: { branch: Branch; logSize: number }[] = [];
        const sign = async ({ branch, size, from, fails }: (typeof attempts)[number]) => {
          const fault = new Error('refused by the test');
          const failing: WitnessStorage = {
            get: async () => (fails === 'read' ? Promise.reject(fault) : storage.get()),
            async update(updater) {
              if (fails === 'write') throw fault;
              await storage.update(updater);
              // The write succeeds, but the page gets an error.
              if (fails === 'answer') throw fault;
            },
          };
          // A consistency proof can show only a beginning of the same history.
          const continues = from > 0 && from < size ? headAt(branch, from) : undefined;
          const witness = createOwnWitness(failing);
          const signing =
            fails === 'sign' ? vi.spyOn(crypto.subtle, 'sign').mockRejectedValueOnce(fault) : undefined;
          const answer = await witness
            .sign(LOG, headAt(branch, size), continues, NOW_MS)
            .catch(() => undefined);
          signing?.mockRestore();
          if (answer === undefined) return;
          const { logSize } = readCheckpointText(readSignedNote(answer).text).checkpoint;
          signed.push({ branch, logSize });
        };
        const half = attempts.length >> 1;
        await Promise.all(attempts.slice(0, half).map(sign));
        for (const one of attempts.slice(half)) await sign(one);
        const beyond = new Set(signed.filter(({ logSize }) => logSize > 4).map(({ branch }) => branch));
        expect(beyond.size).toBeLessThan(2);
      }),
      { numRuns: 60 },
    );
  });
});

describe('in IndexedDB', () => {
  beforeEach(() => vi.stubGlobal('indexedDB', freshDatabases()));
  afterEach(() => vi.unstubAllGlobals());

  it('key and record outlive the page, and even a crash of the computer', async () => {
    const transaction = vi.spyOn(Database.prototype, 'transaction');
    vi.resetModules();
    const { createOwnWitness: first } = await import('./own-witness.ts');
    const key = await first().create(NAME);
    await first().sign(LOG, headAt('left', 5), undefined, NOW_MS);
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'strict' });
    transaction.mockRestore();
    vi.resetModules();
    const { createOwnWitness: second } = await import('./own-witness.ts');
    expect(await second().key()).toEqual(key);
    await expect(second().sign(LOG, headAt('right', 6), undefined, NOW_MS)).rejects.toMatchObject({
      why: 'not-continued',
    });
    expect(await second().sign(LOG, headAt('left', 6), headAt('left', 5), NOW_MS)).toContain(NAME);
  });

  it('nothing is signed if the record cannot be written', async () => {
    const whole = freshDatabases();
    vi.stubGlobal('indexedDB', whole);
    vi.resetModules();
    const { createOwnWitness: first } = await import('./own-witness.ts');
    await first().create(NAME);
    vi.stubGlobal('indexedDB', brokenDatabases('every write is refused for want of room', whole));
    vi.resetModules();
    const { createOwnWitness: second } = await import('./own-witness.ts');
    const signing = vi.spyOn(crypto.subtle, 'sign');
    await expect(second().sign(LOG, headAt('left', 5), undefined, NOW_MS)).rejects.toThrow(
      /refused by the test/,
    );
    expect(signing).not.toHaveBeenCalled();
    signing.mockRestore();
  });
});
