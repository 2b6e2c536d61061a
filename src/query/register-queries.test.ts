import { describe, expect, test } from 'vitest';
import { consistencyPath, type MerkleLog } from '../core/merkle-log.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { createRegister } from '../mock/engine/register.ts';
import { readRsf } from '../mock/rsf/read-rsf.ts';
import { writeRegister } from '../testing/rsf-files.ts';
import type { RegisterSource } from '../mock/source.ts';
import { anEntry } from '../testing/builders.ts';
import { visitMock } from '../testing/mock-session.ts';
import {
  forkedLog,
  headAt,
  honest,
  notFound,
  openSmall,
  proofsOf,
  smallLog,
} from '../testing/small-register.ts';
import type { RecallResult } from '../verify/remembered-root.ts';
import { clientQuery } from './client-query.ts';
import { inclusionCheck } from './inclusion-queries.ts';
import { memoryCheck, memoryCheckQuery } from './memory-queries.ts';
import { readHead, registerQuery } from './register-queries.ts';

const third = anEntry(3);
const { signal } = new AbortController();
/** The same register with another second entry, and with three more at its end. */
const forked = forkedLog(2, 12);

/** A server's answer to a request for its head: a size of the honest log, or of the forked one. */
type Answer = number | { readonly fork: number };

const headOf = (answer: Answer): Checkpoint =>
  typeof answer === 'number' ? headAt(answer) : headAt(answer.fork, forked);

const addressOf = (request?: string): string =>
  `https://r.example/proof?${encodeURIComponent(request ?? '')}`;

/**
 * A page at the first of these heads, with the third entry proved if requested. Every request has its own address. Proofs are made
 * from `log`.
 */
async function at(
  answers: readonly Answer[],
  { log = smallLog, isProved = true }: { log?: MerkleLog | 'none'; isProved?: boolean } = {},
) {
  const asked: string[] = [];
  const opened = openSmall({
    async registerProof() {
      const heads = asked.filter((one) => one.startsWith('head')).length;
      asked.push(`head ${asked.length}`);
      const answer = answers[Math.min(heads, answers.length - 1)] ?? 0;
      return { ...headOf(answer), address: addressOf(asked.at(-1)) };
    },
    async consistencyProof(from, to) {
      if (log === 'none') throw notFound;
      asked.push(`from ${from} to ${to}`);
      return { ...(await proofsOf(log).consistencyProof(from, to)), address: addressOf(asked.at(-1)) };
    },
  });
  const { session, queries, head, check } = opened;
  const { trust } = session;
  const first = await head();
  await queries.fetchQuery(memoryCheckQuery(session, first));
  if (isProved) await check(third, first);
  const checks = { inclusion: inclusionCheck(third, first), memory: memoryCheck(first) };
  trust.declare({ page: 'entry-proof', checks, earlier: false });
  const read = (stop = signal) => readHead({ session, queries, signal: stop });
  return { ...opened, trust, first, asked, read, requests: () => asked.slice(1) };
}

describe('a head that is read again', () => {
  test.each<[string, readonly [Answer, Answer], MerkleLog | 'none', string, string?]>([
    ['is the same', [5, 5], smallLog, 'same', 'not-checked'],
    ['goes on from it', [5, 9], smallLog, 'grown'],
    ['goes on from an empty one', [0, 5], smallLog, 'grown'],
    ['has another root for the size', [5, { fork: 5 }], smallLog, 'contradicted'],
    ['does not go on from it', [5, { fork: 9 }], forked, 'contradicted', 'does-not-match'],
    ['is smaller', [5, 3], smallLog, 'older'],
    ['is larger, and no proof is to be had', [5, 9], 'none', 'unproved'],
  ])('%s', async (_, answers, log, is, compared) => {
    const { trust, first, read } = await at(answers, { log, isProved: false });
    const head = headOf(answers[1]);
    expect(await read()).toEqual({ head, is });
    // Reading it uses it up.
    expect(trust.head()).toEqual(first);
    expect(trust.publishedHeads()).toContainEqual(head);
    expect(trust.memoryOf(head)?.verdict.outcome).toBe(compared);
  });

  test('is the first one, or cannot be read, or is given up', async () => {
    const { session, queries } = openSmall({ heads: [honest, notFound] });
    expect(await readHead({ session, queries, signal })).toEqual({ head: honest, is: 'first' });
    await expect(readHead({ session, queries, signal })).rejects.toBe(notFound);
    const growing = await at([5, 9], { log: 'none' });
    await expect(growing.read(AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

describe('the head of the page', () => {
  test('becomes one that is proved to go on from it, against which nothing was checked yet', async () => {
    const { head, trust, requests, first } = await at([5, 9]);
    expect(trust.page().state).toBe('holds');
    expect(await head()).toEqual(honest);
    expect(requests()).toEqual(['head 1', 'from 5 to 9']);
    expect(trust.head()).toEqual(honest);
    expect(trust.verdictOf(inclusionCheck(third, first))?.outcome).toBe('holds');
    expect(trust.page().state).toBe('checking');
  });

  test.each<[string, readonly Answer[], MerkleLog | 'none']>([
    ['that cannot be proved to', [5, 9, 5], 'none'],
    ['that is older, once', [5, 3, 5], smallLog],
    ['that is older, twice', [9, 6, 6, 9], smallLog],
  ])('stays where one comes %s', async (_, answers, log) => {
    const { head, trust, first } = await at(answers, { log });
    expect(await head()).toEqual(first);
    expect(trust.head()).toEqual(first);
    expect(trust.page().state).toBe('holds');
    expect(trust.memoryOf(headOf(answers[1] ?? 0))).toBeUndefined();
    expect(trust.confirmed()).toEqual(first);
  });

  test('becomes one that contradicts it, which nothing holds against, with the very requests for evidence', async () => {
    const { head, check, trust, first, asked } = await at([5, { fork: 9 }], { log: forked });
    const fork = headAt(9, forked);
    expect(await head()).toEqual(fork);
    expect([trust.head(), trust.contradicted()]).toEqual([fork, fork]);
    expect(asked).toEqual(['head 0', 'head 1', 'from 5 to 9']);
    // Later requests with the same address do not count.
    const found = trust.memoryOf(fork);
    expect(found).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      since: first,
      misbehaviour: {
        kind: 'not-a-continuation',
        old: first,
        new: fork,
        path: consistencyPath(forked, 5, 9),
      },
    });
    expect(found?.misbehaviour?.addresses).toEqual({
      head: addressOf('head 1'),
      consistency: addressOf('from 5 to 9'),
    });
    expect((await check(third, fork)).verdict.outcome).not.toBe('holds');
    expect(trust.confirmed()).toBeUndefined();
    // Reading it again changes nothing.
    await head();
    expect(trust.memoryOf(fork)?.misbehaviour).toEqual(found?.misbehaviour);
    expect(trust.publishedHeads()).toEqual([first, fork]);
  });

  test('becomes one of the same size with another root: nothing against either is true any more', async () => {
    const { head, trust, first } = await at([5, { fork: 5 }]);
    const fork = headAt(5, forked);
    expect(await head()).toEqual(fork);
    expect(trust.verdictOf(inclusionCheck(third, first))).toMatchObject({ code: 'two-roots' });
    expect(trust.judge(fork, { outcome: 'holds' })).toMatchObject({ code: 'two-roots' });
    expect(trust.confirmed()).toBeUndefined();
  });

  test('becomes one that stays smaller than a proved one, as a rollback', async () => {
    const { head, trust, requests, first } = await at([9, 6]);
    expect(await head()).toEqual(headAt(6));
    expect(requests()).toEqual(['head 1', 'head 2', 'head 3', 'from 6 to 9']);
    expect(trust.contradicted()).toEqual(headAt(6));
    expect(trust.memoryOf(headAt(6))?.misbehaviour).toMatchObject({
      kind: 'shorter-log',
      old: first,
      new: headAt(6),
      addresses: { head: addressOf('head 3'), consistency: addressOf('from 6 to 9') },
    });
  });

  test('stays where one that stays smaller has no proof to be held against: it accuses nobody, and is not taken for the log either', async () => {
    const { head, trust } = await at([9, 6], { isProved: false });
    expect(await head()).toEqual(honest);
    expect(trust.contradicted()).toBeUndefined();
    expect(trust.memoryOf(headAt(6))).toBeUndefined();
  });

  test('does not become one of another log unseen, because old answers came before it', async () => {
    const { head, trust, first } = await at([9, 6, 6, { fork: 12 }], { log: forked });
    await head();
    expect(trust.contradicted()).toEqual(headAt(12, forked));
    expect(trust.memoryOf(headAt(12, forked))).toMatchObject({ since: first });
  });

  test('stays where a smaller one could not be held against what was proved', async () => {
    const { head, trust, session } = await at([5, 9, 7]);
    expect(await head()).toEqual(honest);
    const checkHeadConsistency = () => Promise.reject(new Error('the worker stopped'));
    Object.assign(session.verifier, { checkHeadConsistency });
    expect(await head()).toEqual(honest);
    expect(trust.head()).toEqual(honest);
  });

  test('is held against a proved one that is smaller, too, when it goes back below the largest', async () => {
    const { head, trust, first } = await at([5, 9, { fork: 7 }]);
    expect(await head()).toEqual(honest);
    const fork = headAt(7, forked);
    await head();
    expect(trust.memoryOf(fork)).toMatchObject({ verdict: { outcome: 'does-not-match' }, since: first });
    expect(trust.contradicted()).toEqual(fork);
  });
});

/** pathsAsked returns the paths requested for a register not opened in this visit if all are missing. */
async function pathsAsked(base: string, remembered?: Variant): Promise<readonly string[]> {
  const { session, queries } = openSmall();
  const paths: string[] = [];
  queries.clear();
  const recalled = remembered
    ? { kind: 'remembered', root: { variant: remembered } }
    : { kind: 'first-visit' };
  const get = (address: string) => {
    paths.push(address.slice(base.length));
    return Promise.reject(new Error('404'));
  };
  const memory = { ...session.memory, recall: async () => recalled as unknown as RecallResult };
  const remote = { ...session, base, memory, transport: { ...session.transport, get } };
  await queries.fetchQuery(clientQuery(remote)).catch(() => undefined);
  return paths;
}

test('a remote register is asked first for the summary of the variant that it spoke, or that its address tells', async () => {
  expect((await pathsAsked('https://r.example/v2'))[0]).toBe('/register');
  expect((await pathsAsked('https://r.example', 'blob'))[0]).toBe('/context');
  expect((await pathsAsked('https://r.example/v2', 'blob'))[0]).toBe('/context');
  expect((await pathsAsked('https://r.example', 'item'))[0]).toBe('/register');
  // An unknown register: both paths; a wrong guess is followed by both.
  for (const paths of [
    await pathsAsked('https://r.example'),
    (await pathsAsked('https://r.example/v2')).slice(1),
  ])
    expect(paths.slice(0, 2).toSorted()).toEqual(['/context', '/register']);
});

const FILE: RegisterSource = {
  name: 'ddat-profession-capability-framework',
  domain: 'localhost',
  title: 'Digital, Data and Technology Profession Capability Framework',
  fields: ['name'],
  definitions: [{ id: 'name', datatype: 'string', cardinality: '1' }],
  unknownSystemEntries: [{ key: 'government-domain', items: [new Map([['text', 'é']]), new Map()] }],
  entries: [{ key: 'a', timestamp: '2020-01-02T03:04:05Z', items: [new Map([['name', 'A']])] }],
};

test.each([
  ['v2', '2020-01-02T03:04:05Z', undefined],
  ['earlier', undefined, '2020-01'],
])(
  'a file’s title, dates and unknown system entries are in its summary, %s',
  async (mode, updated, start) => {
    const summaryOf = async (source: RegisterSource) => {
      const read = await readRsf(writeRegister(source));
      expect(createRegister(read).totalEntries).toBe(source.entries.length);
      const { session, queries } = visitMock({ source: read, mode });
      return queries.fetchQuery(registerQuery(session));
    };
    const { title, extra, lastUpdated, status } = await summaryOf(FILE);
    expect(title).toBe(FILE.title);
    expect([...extra]).toEqual([['unknown-system-entries', ['government-domain: {"text":"é"} {}']]]);
    expect(lastUpdated).toBe(updated);
    if (start !== undefined) expect(status?.startDate).toBe(start);
    const empty = await summaryOf({ ...FILE, entries: [] });
    expect([empty.lastUpdated, empty.status?.startDate]).toEqual([undefined, undefined]);
  },
);
