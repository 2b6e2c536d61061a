import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
import { country } from '../mock/registers/country.ts';
import { freshDatabases } from '../testing/broken-storage.ts';
import { USUAL } from '../testing/fault-rows.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';
import { cosign } from '../verify/witness/cosignature.ts';
import { createOwnWitness } from '../trust/own-witness.ts';
import {
  keyIdOf,
  readCheckpointText,
  readSignedNote,
  writeCheckpointText,
  writeSignedNote,
  writeVerifierKey,
} from '../verify/witness/signed-note.ts';
import { demoWitness } from './demo-witness.ts';
import { entryQuery } from './record-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { checkOf } from './session.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';
import { ownFindingQuery, signVerifiedHead } from './own-witness-queries.ts';
import {
  isContradiction,
  knownSignatures,
  originQuery,
  saveWitness,
  signaturesOf,
  witnessCheckQuery,
  witnessListQuery,
} from './witness-queries.ts';

const NAME = 'ada.example/w1';
/** How many entries country has. */
const SIZE = 295;

beforeEach(() => vi.stubGlobal('indexedDB', freshDatabases()));
afterEach(() => vi.unstubAllGlobals());

/** A witness that signs any head. */
async function aWitness() {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const type = 'ed25519-cosignature';
  const vkey = writeVerifierKey({ name: NAME, id: keyIdOf(NAME, type, publicKey), type, publicKey });
  const sign = async (origin: string, head: Checkpoint, atMs = Date.now()) => {
    const text = writeCheckpointText(origin, head);
    const signature = await cosign(text, { name: NAME, publicKey, privateKey: pair.privateKey }, atMs);
    return writeSignedNote({ text, signatures: [signature] });
  };
  return { vkey, sign };
}

const originOf = ({ queries, session }: MockVisit, isRemote = false) =>
  queries.fetchQuery(originQuery(session, isRemote));

/**
 * open opens country in a mode, with its origin and a witness; `check` returns the finding for a checkpoint.
 */
async function open(mode: string) {
  const visit = visitMock({ source: country, mode });
  const origin = await originOf(visit);
  const ada = await aWitness();
  const check = (given: { note?: string | undefined; address?: string }, vkey = ada.vkey) =>
    visit.queries.fetchQuery(witnessCheckQuery(visit.session, { vkey, ...given }, origin));
  return { ...visit, origin, ...ada, check };
}

/** prove opens the newest entry as a page does and declares its checks. */
async function prove({ queries, session }: MockVisit): Promise<void> {
  const head = await queries.fetchQuery(headQuery(session));
  const entry = await queries.fetchQuery(entryQuery(session, head.logSize));
  const [inclusion, memory] = [entryCheckQuery(session, entry, head), memoryCheckQuery(session, head)];
  const checks = { inclusion: checkOf(inclusion), memory: checkOf(memory) };
  session.trust.declare({ page: 'log', checks, earlier: false });
  await Promise.all([queries.fetchQuery(inclusion), queries.fetchQuery(memory)]);
}

/** This browser as a witness that has signed nothing. */
async function ownWitness() {
  const own = createOwnWitness();
  await own.forget();
  await own.create('me.example/browser');
  return own;
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
    ['', SIZE, 'holds'],
    ['', 400, 'cannot-check'],
    ['+rollback', SIZE, 'cannot-check'],
    ['+fork', 260, 'does-not-match'],
    ['+fork', SIZE, 'does-not-match'],
    // A wrong proof accuses nobody. A browser reads the entries; here no worker does.
    ['+altered-consistency', 265, 'does-not-match', 'proof-only'],
  ])(
    'the log%s against a witness’s checkpoint of %i entries: %s',
    async (fault, logSize, outcome, code?: string) => {
      const { origin, sign, check } = await open(mode + fault);
      const checkpoint = { ...trueHead(country, mode, logSize > SIZE ? 100 : logSize), logSize };
      const note = await sign(origin, checkpoint, 1_700_000_000_000);
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
    const ben = await aWitness();
    const head = trueHead(country, mode, SIZE);
    const note = await sign(origin, head);
    for (const [key, text, expected] of [
      [vkey, undefined, 'not-checked not-made'],
      [ben.vkey, note, 'cannot-check not-signed'],
      [vkey, note.replace('295', '294'), 'cannot-check signature-invalid'],
      [vkey, await sign('other.example', head), 'cannot-check other-log'],
      [vkey, await sign(origin, head, Date.now() + 3_600_000), 'cannot-check signature-invalid'],
      [vkey, '<html>', 'cannot-check malformed'],
      ['ada', note, 'cannot-check malformed'],
    ] as const) {
      const { verdict, signed } = await check({ note: text }, key);
      expect([verdict.outcome, 'code' in verdict && verdict.code].join(' ')).toBe(expected);
      expect(signed).toBeUndefined();
    }
  });

  test('a checkpoint is fetched from its address, and not without end', async () => {
    const { origin, sign, check } = await open(mode);
    const note = await sign(origin, trueHead(country, mode, SIZE));
    const address = 'https://ada.example/country';
    const ask = vi.fn(async (_asked: string) => new Response(note));
    vi.stubGlobal('fetch', ask);
    expect((await check({ address })).verdict.outcome).toBe('holds');
    expect(ask.mock.calls.map(([asked]) => asked)).toEqual([address]);
    ask.mockImplementation(async () => new Response('x'.repeat(1_000_001)));
    await expect(check({ address: `${address}/2` })).rejects.toThrow(/longer than/);
  });

  test('this browser signs what it verified; never a log that was written again', async () => {
    await ownWitness();
    const [honest, forked] = [await open(mode), await open(`${mode}+fork`)];
    const sign = ({ queries, session }: MockVisit) => signVerifiedHead(queries, session, honest.origin);
    const before = ({ queries, session, origin }: typeof honest) =>
      queries.fetchQuery({ ...ownFindingQuery(session, origin), staleTime: 0 });
    await expect(sign(honest)).rejects.toMatchObject({ why: 'not-verified' });
    expect(await before(honest)).toBeNull();
    await prove(honest);
    const note = await sign(honest);
    const checkpoint = trueHead(country, mode, SIZE);
    expect(readCheckpointText(readSignedNote(note).text)).toMatchObject({
      origin: honest.origin,
      checkpoint,
    });
    await prove(forked);
    expect(forked.session.trust.confirmed()).toBeDefined();
    await expect(sign(forked)).rejects.toMatchObject({ why: 'not-continued' });
    // What it signed is evidence.
    for (const [visit, outcome] of [
      [honest, 'holds'],
      [forked, 'does-not-match'],
    ] as const)
      expect(await before(visit)).toMatchObject({ verdict: { outcome }, signed: { note } });
  });

  test('this browser signs a longer log only once a proof shows that it continues what was signed', async () => {
    const own = await ownWitness();
    const [honest, forked] = [await open(mode), await open(`${mode}+fork`)];
    const sign = ({ queries, session }: MockVisit) => signVerifiedHead(queries, session, honest.origin);
    await own.sign(honest.origin, trueHead(country, mode, 260), undefined, Date.now());
    await prove(forked);
    await expect(sign(forked)).rejects.toMatchObject({ why: 'not-continued' });
    await prove(honest);
    expect(await sign(honest)).toContain('295');
  });
});

test('what a file cannot hold of the signatures under a head is named', async () => {
  const { queries, session, origin, sign, check } = await open('v2');
  const head = trueHead(country, 'v2', SIZE);
  const finding = await check({ note: await sign(origin, head) });
  expect(knownSignatures(queries, session, head)).toMatchObject({
    signed: { keys: [expect.any(String)] },
    leftOut: [],
  });
  const other = { ...finding, key: { ...finding.key, name: 'pq.example', type: 'ml-dsa-44-cosignature' } };
  queries.setQueryData([...witnessCheckQuery(session, { vkey: 'pq' }, origin).queryKey], other);
  expect(knownSignatures(queries, session, head)).toMatchObject({
    signed: { keys: [expect.any(String)] },
    leftOut: [{ name: 'pq.example', atMs: finding.signed?.atMs }],
  });
});

test('the witnesses of a register are kept, one for each key', async () => {
  const { queries, session } = visitMock({ source: country, mode: 'v2' });
  const list = () => queries.fetchQuery({ ...witnessListQuery(session), staleTime: 0 });
  const b = { vkey: 'b', address: 'https://b.example' };
  await saveWitness(queries, session, 'a', { vkey: 'a' });
  await saveWitness(queries, session, 'b', b);
  await saveWitness(queries, session, 'a', { vkey: 'a', note: 'n' });
  expect(await list()).toEqual([{ vkey: 'a', note: 'n' }, b]);
  await saveWitness(queries, session, 'a', undefined);
  expect(await list()).toEqual([b]);
});

test.each([
  ['v2', 'items', 'holds'],
  ['v2+fork', 'items', 'does-not-match'],
  ['earlier', 'blobs', 'holds'],
  ['earlier+fork', 'blobs', 'does-not-match'],
] as const)('the witness of the tour tells of %s, %s: %s', async (mode, api, outcome) => {
  const source = { ...country, name: 'unfaithful' };
  const visit = visitMock({ source, mode });
  const { queries, session } = visit;
  const finding = await queries.fetchQuery(
    witnessCheckQuery(session, demoWitness(api), await originOf(visit)),
  );
  expect(finding.verdict.outcome).toBe(outcome);
  const head = await queries.fetchQuery(headQuery(session));
  expect(signaturesOf([finding, undefined], head).signed?.keys).toEqual(
    outcome === 'holds' ? [demoWitness(api).vkey] : undefined,
  );
});
