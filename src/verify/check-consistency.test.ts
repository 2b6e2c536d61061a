import { afterEach, describe, expect, it, vi } from 'vitest';
import { consistencyPath, rootAt } from '../core/merkle-log.ts';
import { leaves, logOf } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { checkConsistency } from './check-heads.ts';
import type { ConsistencyCheckRequest } from './protocol.ts';

const log = logOf(leaves(23));
const head = (logSize: number) => ({ logSize, rootHash: rootAt(log, logSize) });
const request: ConsistencyCheckRequest = { from: head(10), to: head(23), path: consistencyPath(log, 10, 23) };
const GARBAGE = sha256('garbage');

afterEach(() => vi.restoreAllMocks());

describe('checkConsistency in the worker', () => {
  it('holds, with both ladders, as plain data', () => {
    const check = checkConsistency(request);
    expect(check.verdict).toEqual({ outcome: 'holds' });
    expect(check).toMatchObject({ from: request.from, to: request.to });
    expect(check.computedOldRoot).toBe(request.from.rootHash);
    expect(check.computedNewRoot).toBe(request.to.rootHash);
    expect(check.oldSteps.at(-1)?.result).toBe(request.from.rootHash);
    expect(check.newSteps.at(-1)?.result).toBe(request.to.rootHash);
    expect(structuredClone(check)).toEqual(check);
  });

  it('refutes a fork, a log that shrank, and two roots at one size', () => {
    const fork = { ...request, to: { logSize: 23, rootHash: GARBAGE } };
    const shrunk = { from: request.to, to: request.from, path: request.path };
    const twice = { from: head(10), to: { logSize: 10, rootHash: GARBAGE }, path: [] };
    for (const bad of [fork, shrunk, twice])
      expect(checkConsistency(bad).verdict.outcome).toBe('does-not-match');
  });

  it('cannot check from size 0', () => {
    expect(checkConsistency({ ...request, from: head(0) }).verdict.outcome).toBe('cannot-check');
  });

  it('measures the time it takes', () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(1).mockReturnValueOnce(3);
    expect(checkConsistency(request).computedInMs).toBe(2);
  });

  it.each<[string, object]>([
    ['a fraction', { from: { ...request.from, logSize: 1.5 } }],
    ['a negative size', { to: { ...request.to, logSize: -1 } }],
    ['a size beyond 2^53-1', { to: { ...request.to, logSize: 2 ** 53 } }],
    ['a size as text', { to: { ...request.to, logSize: '23' } }],
    ['a root with its prefix', { from: { ...request.from, rootHash: `1220${GARBAGE}` } }],
    ['no head', { from: undefined }],
    ['a hash in upper case', { path: [GARBAGE.toUpperCase(), ...request.path.slice(1)] }],
    ['no path', { path: undefined }],
  ])('cannot check %s, and does not throw', (_, change) => {
    const check = checkConsistency({ ...request, ...change });
    expect(check.verdict.outcome).toBe('cannot-check');
    expect(check.newSteps).toEqual([]);
  });
});
