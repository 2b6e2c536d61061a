import { describe, expect, test } from 'vitest';
import { consistencyPath, type MerkleLog } from '../core/merkle-log.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import {
  forkedLog,
  headAt,
  honest,
  notFound,
  openSmall,
  proofsOf,
  smallLog,
} from '../testing/small-register.ts';
import type { RecallResult } from '../trust/remembered-root.ts';
import { clientQuery } from './client-query.ts';
import { inclusionCheck } from './inclusion-queries.ts';
import { memoryCheck, memoryCheckQuery } from './memory-queries.ts';

const third = anEntry(3);
/** The same register with another second entry, and with three more at its end. */
const forked = forkedLog(2, 12);

/** A server's answer to a request for its head: a size of the honest log, or of the forked one. */
type Answer = number | { readonly fork: number };

const headOf = (answer: Answer): Checkpoint =>
  typeof answer === 'number' ? headAt(answer) : headAt(answer.fork, forked);

const addressOf = (request?: string): string =>
  `https://r.example/proof?${encodeURIComponent(request ?? '')}`;

/**
 * A page at the first of these heads, with the third entry proved if requested. Every request has its own
 * address. Proofs are made from `log`.
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
  trust.declare({ page: 'entry-proof', checks });
  return { ...opened, trust, first, asked, requests: () => asked.slice(1) };
}

describe('the head of the page', () => {
  test('becomes one that is proved to go on from it, against which nothing was checked yet', async () => {
    const { head, trust, requests, first } = await at([5, 9]);
    expect(trust.page().state).toBe('holds');
    expect(await head()).toEqual(honest);
    expect(requests()).toEqual(['head 1', 'from 5 to 9']);
    expect(trust.heads.current()).toEqual(honest);
    expect(trust.verdictOf(inclusionCheck(third, first))?.outcome).toBe('holds');
    expect(trust.page().state).toBe('checking');
  });

  test('becomes the next one where it is of an empty log, which every log continues', async () => {
    const { head, trust, requests } = await at([0, 5], { isProved: false });
    expect(await head()).toEqual(headAt(5));
    expect(requests()).toEqual(['head 1']);
    expect(trust.heads.includes(headAt(0))).toBe(true);
  });

  test.each<[string, readonly Answer[], MerkleLog | 'none', boolean?]>([
    ['that cannot be proved to', [5, 9, 5], 'none'],
    ['that is older, once', [5, 3, 5], smallLog],
    ['that is older, twice', [9, 6, 6, 9], smallLog],
    ['that stays smaller, and no proof was made to compare it with', [9, 6], smallLog, false],
  ])('stays where one comes %s, and accuses nobody', async (_, answers, log, isProved = true) => {
    const { head, trust, first } = await at(answers, { log, isProved });
    expect(await head()).toEqual(first);
    expect(trust.heads.current()).toEqual(first);
    expect(trust.memoryOf(headOf(answers[1] ?? 0))).toBeUndefined();
    if (isProved) expect(trust.confirmed()).toEqual(first);
  });

  test('becomes one that contradicts it, which nothing holds against, with the very requests for evidence', async () => {
    const { head, check, trust, first, asked } = await at([5, { fork: 9 }], { log: forked });
    const fork = headAt(9, forked);
    expect(await head()).toEqual(fork);
    expect(trust.heads.current()).toEqual(fork);
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
  });

  test('becomes one of the same size with another root: nothing against either is true any more', async () => {
    const { head, trust, first } = await at([5, { fork: 5 }]);
    const fork = headAt(5, forked);
    expect(await head()).toEqual(fork);
    expect(trust.verdictOf(inclusionCheck(third, first))).toMatchObject({ code: 'two-roots' });
    expect(trust.judge(fork, { outcome: 'holds' })).toMatchObject({ code: 'two-roots' });
    // Neither of two roots is the one to compare with.
    expect(trust.memoryOf(fork)).toBeUndefined();
    expect(trust.confirmed()).toBeUndefined();
  });

  test('becomes one that stays smaller than a proved one, as a rollback', async () => {
    const { head, trust, requests, first } = await at([9, 6]);
    expect(await head()).toEqual(headAt(6));
    expect(requests()).toEqual(['head 1', 'head 2', 'head 3', 'from 6 to 9']);
    expect(trust.heads.current()).toEqual(headAt(6));
    expect(trust.memoryOf(headAt(6))?.misbehaviour).toMatchObject({
      kind: 'shorter-log',
      old: first,
      new: headAt(6),
      addresses: { head: addressOf('head 3'), consistency: addressOf('from 6 to 9') },
    });
  });

  test('does not become one of another log unseen, because old answers came before it', async () => {
    const { head, trust, first } = await at([9, 6, 6, { fork: 12 }], { log: forked });
    await head();
    expect(trust.heads.current()).toEqual(headAt(12, forked));
    expect(trust.memoryOf(headAt(12, forked))).toMatchObject({ since: first });
  });

  test('stays where a smaller one could not be held against what was proved', async () => {
    const { head, trust, session } = await at([5, 9, 7]);
    expect(await head()).toEqual(honest);
    const checkHeadConsistency = () => Promise.reject(new Error('the worker stopped'));
    Object.assign(session.verifier, { checkHeadConsistency });
    expect(await head()).toEqual(honest);
    expect(trust.heads.current()).toEqual(honest);
  });

  test('is held against a proved one that is smaller, too, when it goes back below the largest', async () => {
    const { head, trust, first } = await at([5, 9, { fork: 7 }]);
    expect(await head()).toEqual(honest);
    const fork = headAt(7, forked);
    await head();
    expect(trust.memoryOf(fork)).toMatchObject({ verdict: { outcome: 'does-not-match' }, since: first });
    expect(trust.heads.current()).toEqual(fork);
  });
});

test.each<[base: string, remembered: Variant | undefined, first: string]>([
  ['https://r.example', 'item', '/register'],
  ['https://r.example', 'blob', '/context'],
])('%s, remembered as %s, is asked first for %s', async (base, variant, first) => {
  const { session, queries } = openSmall();
  const paths: string[] = [];
  queries.clear();
  const recalled = variant ? { kind: 'remembered', root: { variant } } : { kind: 'first-visit' };
  const get = (address: string) => {
    paths.push(address.slice(base.length));
    return Promise.reject(new Error('404'));
  };
  const { memory } = session;
  memory.recall = async () => recalled as unknown as RecallResult;
  const remote = { ...session, base, transport: { ...session.transport, get } };
  await queries.fetchQuery(clientQuery(remote)).catch(() => undefined);
  // A wrong guess is followed by both.
  expect(paths.slice(0, 3)).toEqual([first, '/context', '/register'].slice(0, paths.length));
});
