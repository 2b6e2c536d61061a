import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { toCurl } from '../core/curl.ts';
import { createLedger } from './ledger.ts';

test('gives the same array until something changes', () => {
  const ledger = createLedger();
  const empty = ledger.entries();
  expect(ledger.entries()).toBe(empty);
  const id = ledger.begin('https://a/', 'network');
  const one = ledger.entries();
  expect(one).not.toBe(empty);
  expect(ledger.entries()).toBe(one);
  ledger.update(id, { status: 200 });
  expect(one[0]?.status).toBeUndefined();
  expect(ledger.entries()[0]).toMatchObject({
    id,
    method: 'GET',
    address: 'https://a/',
    status: 200,
    from: 'network',
  });
});

test('tells listeners of every change until they leave', () => {
  const ledger = createLedger();
  const listener = vi.fn();
  const leave = ledger.subscribe(listener);
  const leaveTwice = ledger.subscribe(listener);
  leaveTwice();
  const id = ledger.begin('https://a/', 'in-page');
  ledger.update(id, { status: 404 });
  ledger.clear();
  expect(listener).toHaveBeenCalledTimes(3);
  leave();
  ledger.begin('https://a/', 'network');
  expect(listener).toHaveBeenCalledTimes(3);
});

test('keeps the latest requests only, and forgets patches for the others', () => {
  const ledger = createLedger(2);
  const [first = 0] = [1, 2, 3].map((n) => ledger.begin(`https://a/${n}`, 'network'));
  expect(ledger.entries().map(({ address }) => address)).toEqual(['https://a/2', 'https://a/3']);
  const before = ledger.entries();
  ledger.update(first, { status: 200 });
  expect(ledger.entries()).toBe(before);
});

test.each([
  "https://h/records/O'Brien?a=b&c=$(id)`id`",
  'https://h/[1-9]{a,b}?x=%20"\\',
  "https://h/'';id;'",
])('writes %s so that a POSIX shell passes it on unchanged', (address) => {
  const command = toCurl({ address });
  const shown = execFileSync('sh', ['-c', command.replace('curl', `printf '%s\\n'`)], { encoding: 'utf8' });
  expect(shown.split('\n')).toEqual([
    '--globoff',
    '--location',
    '--header',
    'Accept: application/json',
    address,
    '',
  ]);
});
