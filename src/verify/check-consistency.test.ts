import { afterEach, describe, expect, it, vi } from 'vitest';
import { consistencyPath, rootAt } from '../core/merkle-log.ts';
import { leaves, logOf, GARBAGE } from '../testing/builders.ts';
import { checkConsistency } from './check-heads.ts';
import type { ConsistencyCheckRequest } from './protocol.ts';

const log = logOf(leaves(23));
const head = (logSize: number) => ({ logSize, rootHash: rootAt(log, logSize) });
const request: ConsistencyCheckRequest = { from: head(10), to: head(23), path: consistencyPath(log, 10, 23) };

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
});
