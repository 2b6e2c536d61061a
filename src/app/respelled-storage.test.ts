import { QueryClient } from '@tanstack/react-query';
import { get, keys, set } from 'idb-keyval';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditKey } from '../log/audit-store.ts';
import { freshDatabases } from '../testing/broken-storage.ts';
import { browserStore } from '../trust/browser-store.ts';
import { mirrorLists, witnessLists } from '../trust/reader-lists.ts';
import { moveRespelled } from './respelled-storage.ts';

let OLD: string;
let NEW: string;
let tests = 0;
const flag = (kind: string, id: string) => `register-explorer:${kind}:${id}`;

let local: Record<string, string>;
beforeAll(() => vi.stubGlobal('indexedDB', freshDatabases()));
beforeEach(() => {
  tests += 1;
  [OLD, NEW] = [`https://host-${tests}.example/%762`, `https://host-${tests}.example/v2`];
  local = {};
  Object.defineProperties(local, {
    setItem: { value: (name: string, text: string) => void (local[name] = text) },
    getItem: { value: (name: string) => local[name] ?? null },
    removeItem: { value: (name: string) => void delete local[name] },
  });
  vi.stubGlobal('localStorage', local);
});
afterAll(() => vi.unstubAllGlobals());

const audits = browserStore('register-explorer-audits', 'audits');
const audit = (finishedAt: number) => ({ version: 8, finishedAt, verdict: { outcome: 'does-not-match' } });

test('mirrors, witnesses and audits of another spelling are moved, and asked for again', async () => {
  Object.assign(local, {
    [flag('witnesses', OLD)]: '1',
    [flag('audit', OLD)]: '1',
    'register-explorer:theme': 'dark',
  });
  await mirrorLists.change(OLD, 'planet', { id: 'planet' });
  await mirrorLists.change(OLD, 'both', { id: 'both' });
  await mirrorLists.change(NEW, 'both', { id: 'both', result: { comparedAtMs: 1, outcome: 'holds' } });
  await witnessLists.change(OLD, 'ada', { vkey: 'ada' });
  await set(auditKey(OLD, 'result'), audit(5), audits);
  await set(auditKey(OLD, 'base'), { registerId: OLD, at: 5 }, audits);
  const queries = new QueryClient();
  queries.setQueryData([NEW, 'mirrors'], []);
  await moveRespelled(queries);
  expect(await mirrorLists.read(NEW)).toEqual([
    { id: 'both', result: { comparedAtMs: 1, outcome: 'holds' } },
    { id: 'planet' },
  ]);
  expect(await witnessLists.read(NEW)).toEqual([{ vkey: 'ada' }]);
  expect(await mirrorLists.read(OLD)).toEqual([]);
  expect(await get(auditKey(NEW, 'result'), audits)).toEqual(audit(5));
  expect(await get(auditKey(NEW, 'base'), audits)).toEqual({ registerId: NEW, at: 5 });
  expect(await keys(audits)).toHaveLength(2);
  expect(Object.keys(local).toSorted()).toEqual([
    flag('audit', NEW),
    'register-explorer:theme',
    flag('witnesses', NEW),
  ]);
  expect(queries.getQueryState([NEW, 'mirrors'])?.isInvalidated).toBe(true);
});

test.each([
  ['later', 9, 9],
  ['earlier', 2, 5],
])('of two audits the later one stays; here the other is %s', async (_, known, stays) => {
  local[flag('audit', OLD)] = '1';
  await set(auditKey(NEW, 'result'), audit(known), audits);
  await set(auditKey(OLD, 'result'), audit(5), audits);
  await moveRespelled(new QueryClient());
  expect(await get(auditKey(NEW, 'result'), audits)).toEqual(audit(stays));
});

test('what cannot be read stays, and is tried again', async () => {
  local[flag('witnesses', OLD)] = '1';
  const lists = browserStore('register-explorer-mirrors', 'lists');
  await set(OLD, [{ id: 'planet', later: true }], lists);
  await moveRespelled(new QueryClient());
  expect(await get(OLD, lists)).toEqual([{ id: 'planet', later: true }]);
  expect(Object.keys(local)).toEqual([flag('witnesses', OLD)]);
});
