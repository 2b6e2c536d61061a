import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BUNDLED } from '../mock/registers/bundled.ts';
import { country } from '../mock/registers/country.ts';
import { freshDatabases } from '../testing/broken-storage.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';
import { cosign } from '../verify/witness/cosignature.ts';
import { createOwnWitness, type WitnessStorage } from '../verify/witness/own-witness.ts';
import {
  keyIdOf,
  readCheckpointText,
  readSignedNote,
  writeCheckpointText,
  writeSignedNote,
  writeVerifierKey,
} from '../verify/witness/signed-note.ts';
import { demoWitness } from './demo-witness.ts';
import { entryQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { checkOf } from './keys.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';
import {
  originQuery,
  saveWitness,
  signedHead,
  signWhatWasSeen,
  summaryOf,
  witnessCheckQuery,
  witnessListQuery,
} from './witness-queries.ts';

const NAME = 'ada.example/w1';

beforeEach(() => vi.stubGlobal('indexedDB', freshDatabases()));
afterEach(() => vi.unstubAllGlobals());

/** A witness who signs what the tests hand over. */
async function aWitness() {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const type = 'ed25519-cosignature';
  const vkey = writeVerifierKey({ name: NAME, id: keyIdOf(NAME, type, publicKey), type, publicKey });
  const sign = async (origin: string, head: Parameters<typeof writeCheckpointText>[1], atMs = Date.now()) => {
    const text = writeCheckpointText(origin, head);
    const signature = await cosign(text, { name: NAME, publicKey, privateKey: pair.privateKey }, atMs);
    return writeSignedNote({ text, signatures: [signature] });
  };
  return { vkey, sign };
}

const originOfVisit = ({ queries, session }: MockVisit, isRemote = false) =>
  queries.fetchQuery(originQuery(session, isRemote));

/** prove opens the newest entry as a page does, which declares what it rests on. */
async function prove({ queries, session }: MockVisit): Promise<void> {
  const head = await queries.fetchQuery(headQuery(session));
  const entry = await queries.fetchQuery(entryQuery(session, head.logSize));
  const inclusion = entryCheckQuery(session, entry, head);
  const memory = memoryCheckQuery(session, head);
  session.trust.declare({
    page: 'log',
    checks: { inclusion: checkOf(inclusion), memory: checkOf(memory) },
    earlier: false,
  });
  await Promise.all([queries.fetchQuery(inclusion), queries.fetchQuery(memory)]);
}

describe.each(['v2', 'earlier'])('the origin of a register, %s', (mode) => {
  test('is its address, or its name and first root on every machine', async () => {
    const visit = visitMock({ source: country, mode });
    const form = mode === 'v2' ? 'items' : 'blobs';
    expect(await originOfVisit(visit, true)).toBe(`mock.example/registers/country/${mode}#${form}`);
    const elsewhere = visitMock({ source: country, mode: `${mode}+fork` });
    const first = trueHead(country, mode, 1).rootHash;
    expect(await originOfVisit(visitMock({ source: country, mode }))).toBe(
      `register.invalid/country/${first}#${form}`,
    );
    expect(await originOfVisit(elsewhere)).toContain(first);
    // Also where the log contradicts what this browser remembers: witnesses can help then.
    const doubted = visitMock({ source: country, mode: `${mode}+fork`, rememberedSize: 295 });
    expect(await originOfVisit(doubted)).toContain(first);
  });
});

describe.each(['v2', 'earlier'])("a witness's checkpoint, %s", (mode) => {
  const open = async (of: string) => {
    const visit = visitMock({ source: country, mode: of });
    return { ...visit, origin: await originOfVisit(visit) };
  };
  const size = 295;

  test.each([100, size])('of the log of %i entries does not contradict the same log', async (logSize) => {
    const { queries, session, origin } = await open(mode);
    const { vkey, sign } = await aWitness();
    const head = trueHead(country, mode, logSize);
    const note = await sign(origin, head, 1_700_000_000_000);
    const finding = await queries.fetchQuery(witnessCheckQuery(session, { vkey, note }, origin));
    expect(finding).toMatchObject({
      verdict: { outcome: 'holds' },
      key: { name: NAME },
      signed: { checkpoint: head, atMs: 1_700_000_000_000, note },
    });
  });

  test.each([260, size])('of %i entries contradicts a log that was written again', async (logSize) => {
    const { queries, session, origin } = await open(`${mode}+fork`);
    const { vkey, sign } = await aWitness();
    const note = await sign(origin, trueHead(country, mode, logSize));
    const finding = await queries.fetchQuery(witnessCheckQuery(session, { vkey, note }, origin));
    expect(finding).toMatchObject({ verdict: { outcome: 'does-not-match' }, signed: { note } });
  });

  test('counts for nothing unless this witness signed it, of this log', async () => {
    const { queries, session, origin } = await open(mode);
    const [ada, ben] = [await aWitness(), await aWitness()];
    const head = trueHead(country, mode, size);
    const note = await ada.sign(origin, head);
    const of = async (vkey: string, text: string | undefined) => {
      const query = witnessCheckQuery(session, { vkey, note: text }, origin);
      const { verdict, signed } = await queries.fetchQuery(query);
      expect(signed).toBeUndefined();
      return verdict.outcome === 'holds'
        ? verdict.outcome
        : [verdict.outcome, 'code' in verdict && verdict.code];
    };
    expect(await of(ada.vkey, undefined)).toEqual(['not-checked', 'not-made']);
    expect(await of(ben.vkey, note)).toEqual(['cannot-check', 'not-signed']);
    expect(await of(ada.vkey, note.replace('295', '294'))).toEqual(['cannot-check', 'signature-invalid']);
    expect(await of(ada.vkey, await ada.sign('other.example', head))).toEqual(['cannot-check', 'other-log']);
    expect(await of(ada.vkey, await ada.sign(origin, head, Date.now() + 3_600_000))).toEqual([
      'cannot-check',
      'signature-invalid',
    ]);
    expect(await of(ada.vkey, '<html>')).toEqual(['cannot-check', 'malformed']);
    expect(await of('ada', note)).toEqual(['cannot-check', 'malformed']);
  });

  test('is not of a size that the server has no proof for', async () => {
    const { queries, session, origin } = await open(mode);
    const { vkey, sign } = await aWitness();
    const note = await sign(origin, { ...trueHead(country, mode, 100), logSize: 400 });
    const query = witnessCheckQuery(session, { vkey, note }, origin);
    await expect(queries.fetchQuery(query)).rejects.toThrow(/400/);
  });

  test('is fetched from its address', async () => {
    const { queries, session, origin } = await open(mode);
    const { vkey, sign } = await aWitness();
    const note = await sign(origin, trueHead(country, mode, size));
    const address = 'https://ada.example/country';
    const ask = vi.fn(async (_asked: string) => new Response(note));
    vi.stubGlobal('fetch', ask);
    const finding = await queries.fetchQuery(witnessCheckQuery(session, { vkey, address }, origin));
    expect(finding.verdict.outcome).toBe('holds');
    expect(ask.mock.calls.map(([asked]) => asked)).toEqual([address]);
    ask.mockImplementation(async () => new Response('x'.repeat(1_000_001)));
    const other = witnessCheckQuery(session, { vkey, address: `${address}/2` }, origin);
    await expect(queries.fetchQuery(other)).rejects.toThrow(/longer than/);
  });
});

describe('the witnesses of a register', () => {
  test('are kept, one for each key', async () => {
    const { queries, session } = visitMock({ source: country, mode: 'v2' });
    const list = () => queries.fetchQuery({ ...witnessListQuery(session), staleTime: 0 });
    await saveWitness(queries, session, 'a', { vkey: 'a' });
    await saveWitness(queries, session, 'b', { vkey: 'b', address: 'https://b.example' });
    await saveWitness(queries, session, 'a', { vkey: 'a', note: 'n' });
    expect(await list()).toEqual([
      { vkey: 'a', note: 'n' },
      { vkey: 'b', address: 'https://b.example' },
    ]);
    await saveWitness(queries, session, 'a', undefined);
    expect(await list()).toEqual([{ vkey: 'b', address: 'https://b.example' }]);
  });
});

function memoryStorage(): WitnessStorage {
  let value: unknown;
  return {
    get: async () => value,
    update: async (updater) => void (value = updater(value)),
  };
}

describe.each(['v2', 'earlier'])('this browser as a witness, %s', (mode) => {
  test('signs what it verified, and what continues that; never a log that was written again', async () => {
    const own = createOwnWitness(memoryStorage(), (_name, work) => work());
    await own.create('me.example/browser', Date.now());
    const honest = visitMock({ source: country, mode });
    const origin = await originOfVisit(honest);
    const sign = (visit: MockVisit) => signWhatWasSeen(visit.queries, visit.session, origin, own);
    expect(await sign(honest)).toEqual({ refused: 'not-verified' });
    await prove(honest);
    const signed = await sign(honest);
    if ('refused' in signed) throw new Error(signed.refused);
    expect(readCheckpointText(readSignedNote(signed.note).text)).toMatchObject({
      origin,
      checkpoint: trueHead(country, mode, 295),
    });

    const forked = visitMock({ source: country, mode: `${mode}+fork` });
    await prove(forked);
    expect(forked.session.trust.confirmed()).toBeDefined();
    expect(await sign(forked)).toEqual({ refused: 'another-root' });
  });

  test('signs a longer log only once a proof shows that it continues what was signed', async () => {
    const own = createOwnWitness(memoryStorage(), (_name, work) => work());
    await own.create('me.example/browser', Date.now());
    const honest = visitMock({ source: country, mode });
    const origin = await originOfVisit(honest);
    await own.sign(origin, trueHead(country, mode, 260), undefined, Date.now());
    const forked = visitMock({ source: country, mode: `${mode}+fork` });
    await prove(forked);
    expect(await signWhatWasSeen(forked.queries, forked.session, origin, own)).toEqual({
      refused: 'unproved',
    });
    await prove(honest);
    expect(await signWhatWasSeen(honest.queries, honest.session, origin, own)).toHaveProperty('note');
  });
});

test.each([
  ['v2', 'items', 'holds'],
  ['v2+fork', 'items', 'does-not-match'],
  ['earlier', 'blobs', 'holds'],
  ['earlier+fork', 'blobs', 'does-not-match'],
] as const)('the witness of the tour tells of %s, %s: %s', async (mode, api, outcome) => {
  const source = BUNDLED.find(({ name }) => name === 'unfaithful')?.load() ?? country;
  const visit = visitMock({ source, mode });
  const { queries, session } = visit;
  const origin = await originOfVisit(visit);
  const finding = await queries.fetchQuery(witnessCheckQuery(session, demoWitness(api), origin));
  expect(finding.verdict.outcome).toBe(outcome);
  const isSame = outcome === 'holds';
  expect(summaryOf([finding, undefined], false)).toMatchObject({
    all: 2,
    signed: isSame ? 1 : 0,
    contradicting: isSame ? 0 : 1,
  });
  const head = await queries.fetchQuery(headQuery(session));
  expect(signedHead([finding, undefined], head)?.keys).toEqual(isSame ? [demoWitness(api).vkey] : undefined);
});
