import { describe, expect, test } from 'vitest';
import { hashLeaf } from '../core/merkle.ts';
import { consistencyPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { Checkpoint } from '../core/model.ts';
import { utf8 } from '../core/utf8.ts';
import { flipBit } from '../testing/builders.ts';
import { checkHeadConsistency } from './check-heads.ts';

const SIZE = 21;
const aLog = (forkAt = Infinity): MerkleLog => {
  const log = new MerkleLog();
  for (let n = 1; n <= SIZE; n += 1) log.append(hashLeaf(utf8(n >= forkAt ? `other ${n}` : `entry ${n}`)));
  return log;
};
const honest = aLog();
const head = (logSize: number, log = honest): Checkpoint => ({ logSize, rootHash: rootAt(log, logSize) });

describe('growth since a remembered root', () => {
  test('every larger size of the same log is growth, and every fork is not', () => {
    for (let from = 1; from < SIZE; from += 1) {
      for (let to = from + 1; to <= SIZE; to += 1) {
        const path = consistencyPath(honest, from, to);
        const grown = checkHeadConsistency({ remembered: head(from), head: head(to), path });
        expect([grown.finding, grown.verdict.outcome]).toEqual(['grown', 'holds']);
        const fork = aLog(from);
        const forked = checkHeadConsistency({
          remembered: head(from),
          head: head(to, fork),
          path: consistencyPath(fork, from, to),
        });
        expect([forked.finding, forked.verdict.outcome]).toEqual(['not-a-continuation', 'does-not-match']);
      }
    }
  });

  test('a proof with one bit changed, one hash more or one less is no growth', () => {
    const path = consistencyPath(honest, 11, SIZE);
    const first = path[0] ?? head(1).rootHash;
    for (const bad of [path.slice(1), [...path, first], [flipBit(first, 3), ...path.slice(1)], []]) {
      const check = checkHeadConsistency({ remembered: head(11), head: head(SIZE), path: bad });
      expect([check.finding, check.verdict.outcome]).toEqual(['not-a-continuation', 'does-not-match']);
    }
  });

  test('no proof is not a mismatch', () => {
    expect(checkHeadConsistency({ remembered: head(11), head: head(SIZE) })).toMatchObject({
      finding: 'unknown',
      verdict: { outcome: 'cannot-check' },
    });
  });

  test('equal sizes need equal roots, whatever path is sent', () => {
    expect(checkHeadConsistency({ remembered: head(9), head: head(9) })).toMatchObject({
      finding: 'same',
      verdict: { outcome: 'holds' },
    });
    for (const path of [undefined, [], consistencyPath(honest, 4, 9)]) {
      const check = checkHeadConsistency({
        remembered: head(9),
        head: head(9, aLog(3)),
        ...(path === undefined ? {} : { path }),
      });
      expect([check.finding, check.verdict.outcome]).toEqual(['another-root', 'does-not-match']);
    }
  });

  test('a shorter log never matches; the proof says whether it was cut off or is another one', () => {
    const path = consistencyPath(honest, 9, 15);
    const cut = checkHeadConsistency({ remembered: head(15), head: head(9), path });
    expect(cut).toMatchObject({ finding: 'shorter', verdict: { outcome: 'does-not-match' } });
    expect(cut.consistency?.verdict.outcome).toBe('holds');
    const other = checkHeadConsistency({ remembered: head(15), head: head(9, aLog(2)), path });
    expect(other).toMatchObject({ finding: 'shorter', verdict: { outcome: 'does-not-match' } });
    expect(other.consistency?.verdict.outcome).toBe('does-not-match');
    expect(checkHeadConsistency({ remembered: head(15), head: head(9) }).consistency).toBeUndefined();
    expect(checkHeadConsistency({ remembered: head(15), head: head(0), path: [] })).toMatchObject({
      finding: 'shorter',
      verdict: { outcome: 'does-not-match' },
    });
  });

  test.each([
    ['an empty remembered log', { remembered: head(0), head: head(5), path: [] }],
    ['a size beyond 2^53', { remembered: head(5), head: { ...head(5), logSize: 2 ** 53 } }],
    ['a malformed root', { remembered: head(5), head: { logSize: 5, rootHash: 'x' as never } }],
    ['a malformed path', { remembered: head(5), head: head(9), path: ['x' as never] }],
  ])('%s cannot be checked', (_, request) =>
    expect(checkHeadConsistency(request)).toMatchObject({
      finding: 'unknown',
      verdict: { outcome: 'cannot-check' },
    }),
  );
});
