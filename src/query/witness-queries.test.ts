import { saveWitness, witnessKey } from '../views/witnesses/named-witness-queries.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isSameHead } from '../core/check-result.ts';
import { type Hash, hashFromBytes } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { country } from '../mock/registers/country.ts';
import { freshDatabases } from '../testing/broken-storage.ts';
import { USUAL } from '../testing/fault-rows.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';
import { contradictionLists } from '../trust/reader-lists.ts';
import { witnessSigner, writeCheckpointText } from '../testing/witness-signer.ts';
import { writeSignedNote } from '../verify/witness/signed-note.ts';
import {
  contradictionOf,
  dismissContradiction,
  keptContradictionsQuery,
  type Standing,
  standingOf,
} from './contradictions.ts';
import { isContradiction } from './foreign-head.ts';
import { rootAtQuery } from './inclusion-queries.ts';
import { headQuery } from './register-queries.ts';
import { CHECK } from './session.ts';
import { knownSignatures, originQuery, witnessCheckQuery, witnessListQuery } from './witness-queries.ts';

const NAME = 'ada.example/w1';
/** SHA-256 of nothing (RFC 9162, 2.1.1). */
const EMPTY_ROOT = hashFromBytes(sha256(new Uint8Array()));
/** How many entries country has. */
const SIZE = 295;

beforeEach(() => vi.stubGlobal('indexedDB', freshDatabases()));
afterEach(() => vi.unstubAllGlobals());

const originOf = ({ queries, session }: MockVisit, isRemote = false) =>
  queries.fetchQuery(originQuery(session, isRemote));

/**
 * open opens country in a mode, with its origin and a witness; `check` returns the finding for a checkpoint.
 */
async function open(mode: string) {
  const visit = visitMock({ source: country, mode });
  const origin = await originOf(visit);
  const ada = witnessSigner(NAME);
  const check = (given: { note?: string | undefined; address?: string }, vkey = ada.vkey) =>
    visit.queries.fetchQuery(witnessCheckQuery(visit.session, { vkey, ...given }, origin));
  return { ...visit, origin, sign: ada.checkpoint, vkey: ada.vkey, check };
}

describe.each(USUAL)('%s', (mode) => {
  test('the origin of a register is its address, or its name and first root on every machine', async () => {
    const form = mode === 'v2' ? 'items' : 'blobs';
    const visit = visitMock({ source: country, mode });
    expect(await originOf(visit, true)).toBe(`mock.example/registers/country/${mode}#${form}`);
    const first = trueHead(country, mode, 1).rootHash;
    expect(await originOf(visitMock({ source: country, mode }))).toBe(
      `register.invalid/country/${first}#${form}`,
    );
    expect(await originOf(visitMock({ source: country, mode: `${mode}+fork` }))).toContain(first);
    // Even if the log contradicts the remembered root: witnesses can help then.
    const doubted = visitMock({ source: country, mode: `${mode}+fork`, rememberedSize: SIZE });
    expect(await originOf(doubted)).toContain(first);
    // A first entry with a wrong proof gives no name.
    for (const known of [{}, { rememberedSize: 260 }]) {
      const unproved = visitMock({ source: country, mode: `${mode}+altered-root`, ...known });
      await expect(originOf(unproved)).rejects.toThrow(/could not be verified/);
    }
  });

  test.each([
    ['', 100, 'holds'],
    ['', 400, 'cannot-check'],
    ['+rollback', SIZE, 'cannot-check'],
    ['+fork', 260, 'does-not-match'],
    // A wrong proof accuses nobody. A browser reads the entries; here no worker does.
    ['+altered-consistency', 265, 'does-not-match', 'proof-only'],
  ])(
    'the log%s against a witness’s checkpoint of %i entries: %s',
    async (fault, logSize, outcome, code?: string) => {
      const { origin, sign, check } = await open(mode + fault);
      const checkpoint = { ...trueHead(country, mode, logSize > SIZE ? 100 : logSize), logSize };
      const note = sign(origin, checkpoint, 1_700_000_000_000);
      const finding = await check({ note });
      expect(isContradiction(finding)).toBe(outcome === 'does-not-match' && code === undefined);
      expect(finding).toMatchObject({
        verdict: { outcome, ...(code && { code }) },
        key: { name: NAME },
        signed: { checkpoint, atMs: 1_700_000_000_000, note },
      });
    },
  );

  test('a checkpoint counts for nothing unless this witness signed it, of this log', async () => {
    const { origin, sign, check, vkey } = await open(mode);
    const ben = witnessSigner(NAME, 'ben');
    const head = trueHead(country, mode, SIZE);
    const note = sign(origin, head);
    for (const [key, text, expected] of [
      [vkey, undefined, 'not-checked not-made'],
      [ben.vkey, note, 'cannot-check not-signed'],
      [vkey, sign('other.example', head), 'cannot-check other-log'],
      [vkey, sign(origin, head, Date.now() + 3_600_000), 'cannot-check signature-invalid'],
      [vkey, '<html>', 'cannot-check malformed'],
      ['ada', note, 'cannot-check malformed'],
      // Every log begins empty: neither an agreement nor a doubt.
      [vkey, sign(origin, { logSize: 0, rootHash: EMPTY_ROOT }), 'not-checked empty-log'],
    ] as const) {
      const { verdict, signed } = await check({ note: text }, key);
      expect([verdict.outcome, 'code' in verdict && verdict.code].join(' ')).toBe(expected);
      expect(signed).toBeUndefined();
    }
  });

  test('a failed comparison says that this register did not answer, and names are shown with codes', async () => {
    const { origin, sign, check } = await open(`${mode}+dead@consistency-proof`);
    const note = sign(origin, trueHead(country, mode, 100));
    expect((await check({ note })).verdict).toMatchObject({
      outcome: 'cannot-check',
      reason: expect.stringMatching(/^this register did not answer the comparison: /),
      summary: expect.stringMatching(/^this register did not answer the comparison: /),
    });
    const hidden = witnessSigner('ada\u202e\u200b.example');
    expect((await check({ note }, hidden.vkey)).verdict).toMatchObject({
      code: 'not-signed',
      reason: expect.stringMatching(
        /^the checkpoint has no signature by .*ada\[U\+202E\]\[U\+200B\]\.example/,
      ),
    });
  });

  test('a checkpoint is fetched from its address, and not without end', async () => {
    const { origin, sign, check } = await open(mode);
    const note = sign(origin, trueHead(country, mode, SIZE));
    const address = 'https://ada.example/country';
    const ask = vi.fn(async (_asked: string) => new Response(note));
    vi.stubGlobal('fetch', ask);
    expect((await check({ address })).verdict.outcome).toBe('holds');
    expect(ask.mock.calls.map(([asked]) => asked)).toEqual([address]);
    ask.mockImplementation(async () => new Response('x'.repeat(1_000_001)));
    await expect(check({ address: `${address}/2` })).rejects.toThrow(/longer than/);
  });
});

test('a list with an ML-DSA key still opens, and says that the key is not read', async () => {
  const { queries, session, origin, sign, vkey, check } = await open('earlier');
  const typed = Buffer.from([6, ...new Uint8Array(1312).fill(7)]);
  const mlDsa = `pq.example+00000000+${typed.toString('base64')}`;
  await saveWitness(queries, session, mlDsa, { vkey: mlDsa, note: 'n' });
  await saveWitness(queries, session, vkey, { vkey });
  const list = await queries.fetchQuery(witnessListQuery(session));
  expect(list.map((one) => one.vkey)).toEqual([mlDsa, vkey]);
  const note = sign(origin, trueHead(country, 'earlier', SIZE));
  expect((await check({ note }, mlDsa)).verdict).toMatchObject({
    outcome: 'cannot-check',
    reason: expect.stringMatching(/ML-DSA-44.* only Ed25519/),
  });
  expect((await check({ note })).verdict.outcome).toBe('holds');
  expect(() => witnessKey(mlDsa)).toThrow(/ML-DSA-44/);
});

describe('a signed contradiction', () => {
  const NOTHING = new Response('none', { status: 404 });
  const keptOf = ({ queries, session }: MockVisit) =>
    queries.fetchQuery({ ...keptContradictionsQuery(session), staleTime: 0 });

  test.each(USUAL)('is kept with its note, whatever its witness answers later: %s', async (mode) => {
    const { origin, sign, vkey, check, ...forked } = await open(`${mode}+fork`);
    await contradictionLists.edit(forked.session.memory.id, () => []);
    const note = sign(origin, trueHead(country, mode, SIZE), 1_700_000_000_000);
    const address = 'https://ada.example/country';
    vi.stubGlobal('fetch', async () => new Response(note));
    const finding = await check({ address });
    expect(isContradiction(finding)).toBe(true);
    // The same again is not kept twice.
    await check({ note });
    vi.stubGlobal('fetch', async () => NOTHING);
    const [kept, ...more] = await keptOf(forked);
    expect(more).toEqual([]);
    if (kept === undefined) throw new Error('nothing kept');
    expect(kept).toMatchObject({ vkey, note, read: false, signedAtMs: 1_700_000_000_000 });
    const head = await forked.queries.fetchQuery(headQuery(forked.session));
    expect(isSameHead(kept.own, head)).toBe(true);
    // As it was found, for the report.
    const { verdict: _, comparison, ...rest } = contradictionOf(kept);
    expect(finding).toMatchObject(rest);
    expect(finding.comparison).toMatchObject({ own: comparison.own, path: comparison.path });

    const bad = contradictionOf(kept);
    await dismissContradiction(forked.queries, forked.session, bad);
    await check({ note: `${note}\n` });
    expect(await keptOf(forked)).toEqual([{ ...kept, read: true }]);
  });

  const HEADS = [
    { logSize: 2, rootHash: 'b' as Hash },
    { logSize: 3, rootHash: 'c' as Hash },
  ] as const;
  const [own, later] = HEADS;
  const kept = {
    vkey: 'k',
    note: 'n',
    signed: { ...own, rootHash: 'a' as Hash },
    own,
    path: [],
    seenAtMs: 1,
    read: false,
  };
  test.each<[string, Standing, Verdict | undefined, Checkpoint | undefined]>([
    ['contradicts the head that it contradicted', 'now', undefined, own],
    ['contradicts a later one too', 'now', doesNotMatch('two-roots', ''), later],
    ['agrees with what is published now', 'before', { outcome: 'holds' }, later],
    ['is open while another head is not compared', 'open', undefined, later],
    ['is open if the comparison fails', 'open', cannotCheck('no-consistency-proof', ''), later],
    ['is open if only the proof is wrong', 'open', doesNotMatch('proof-only', ''), later],
    ['is open before a head is read', 'open', undefined, undefined],
  ])('that %s stands so: %s', (_, standing, verdict, head) => {
    expect(standingOf(kept, verdict && { verdict }, head)).toBe(standing);
  });
});

test('what a witness signed is compared again once the reader trusts another root', async () => {
  const { queries, session, origin, sign, check } = await open('v2');
  const head = trueHead(country, 'v2', SIZE);
  await check({ note: sign(origin, head) });
  const comparison = rootAtQuery(session, SIZE, head).queryKey;
  expect([knownSignatures(queries, session, head).signed, queries.getQueryData(comparison)]).not.toContain(
    undefined,
  );
  await queries.resetQueries({ queryKey: [session.id, CHECK] });
  expect(knownSignatures(queries, session, head).signed).toBeUndefined();
  expect(queries.getQueryData(comparison)).toBeUndefined();
});

test('what a file cannot hold of the signatures under a head is named', async () => {
  const { queries, session, origin, sign, check } = await open('v2');
  const head = trueHead(country, 'v2', SIZE);
  await check({ note: sign(origin, head) });
  expect(knownSignatures(queries, session, head)).toMatchObject({
    signed: { keys: [expect.any(String)] },
    leftOut: [],
  });
  // A text with a further line is another text, though of the same head.
  const ben = witnessSigner('ben.example');
  const text = `${writeCheckpointText(origin, head)}more\n`;
  const note = writeSignedNote({ text, signatures: [ben.sign(text, 1_700_000_000_000)] });
  expect((await check({ note }, ben.vkey)).verdict.outcome).toBe('holds');
  expect(knownSignatures(queries, session, head)).toMatchObject({
    signed: { keys: [expect.stringMatching(/^ada/)] },
    leftOut: [{ name: 'ben.example', atMs: 1_700_000_000_000 }],
  });
});
