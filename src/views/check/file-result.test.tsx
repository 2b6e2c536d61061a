import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test, vi } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { checkFile } from '../../query/check-file.ts';
import { aBundle, aMisbehaviour, headsOf, NOON } from '../../testing/evidence-builders.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { FileOutcome } from '../../verify/evidence/check-evidence.ts';
import { writeTlogProof } from '../../verify/evidence/tlog-proof.ts';
import { makeReport, writeEvidence } from '../../verify/evidence/write-evidence.ts';
import { rememberedCheck } from '../shared/remembered-check.tsx';
import { addressAtOrigin, registerAt } from './file-parts.tsx';
import { proofVerdict } from './file-result.tsx';
import { proofChecks } from './proof-file.tsx';
import { reportChecks } from './report-file.tsx';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://site.example' }));

const check = (state: CheckState, title: string): NamedCheck => ({ id: title, state, title, detail: '' });

test.each<[FileOutcome, CheckState, CheckState, RegExp]>([
  ['not-checked', 'not-checked', 'not-checked', /^Consistent with the root hash in this file.*Compare/],
  ['not-checked', 'holds', 'holds', /that the register showed this browser/],
  ['not-checked', 'does-not-match', 'does-not-match', /Does not match.*The root/],
  ['does-not-match', 'holds', 'does-not-match', /Does not match.*The item/],
  ['cannot-check', 'holds', 'cannot-check', /Could not check.*The item/],
])('a file that is %s, with a root that is %s, is %s', (outcome, root, state, words) => {
  const own = outcome === 'not-checked' ? 'holds' : outcome;
  const found = proofVerdict(outcome, [check(own, 'The item')], check(root, 'The root'));
  expect(found.state).toBe(state);
  expect(`${found.title}. ${found.detail}`).toMatch(words);
});

const hash = (digit: string): Hash => digit.repeat(64) as Hash;
const A = { logSize: 295, rootHash: hash('a') };
const B = { logSize: 295, rootHash: hash('b') };
const seen = { ...A, lastSeenMs: Date.UTC(2026, 10, 21) };
const imported = { ...seen, importedAtMs: Date.UTC(2026, 10, 22) };
const replaced = { ...seen, givenUp: [{ ...B, seenAtMs: Date.UTC(2026, 10, 20) }] };

test.each([
  ['the remembered root', A, seen, 'holds', /showed it to this browser on 21 Nov/],
  ['one imported from a file', A, imported, 'not-checked', /imported .* 22 Nov\w* 2026: .*has not shown it/],
  ['another root at the same size', B, seen, 'does-not-match', /one root hash at each size.*showed it/],
  ['another root than the imported one', B, imported, 'does-not-match', /has not shown it/],
  [
    'the same root at another size',
    { ...A, logSize: 8 },
    seen,
    'does-not-match',
    /295 entries; the file says 8/,
  ],
  ['one that was replaced', B, replaced, 'not-checked', /no longer shows/],
  [
    'one that was replaced and is remembered again',
    A,
    { ...seen, givenUp: [{ ...A, seenAtMs: 1 }] },
    'holds',
    /./,
  ],
])('a stated root that is %s', (_, stated, known, state, words) => {
  const found = rememberedCheck('file', stated, known);
  expect(found?.state).toBe(state);
  const text = renderToStaticMarkup(<>{found?.detail}</>).replaceAll(/<[^>]*>/g, '');
  expect(text).toMatch(words);
  // What came out of a file the register has not shown.
  if (known === imported) expect(text).not.toMatch(/showed it/);
});

test('nothing is said of another root at another size: that takes a proof', () => {
  expect(rememberedCheck('link', { ...B, logSize: 8 }, replaced)).toBeUndefined();
  expect(rememberedCheck('file', A, null)).toBeUndefined();
});

it('of a tlog-proof shows an item whole, claims no entry of a blob, whose leaf is only a hash, and nothing without a leaf', () => {
  const lines = (text: string): string[] => {
    const checked = checkFile(text);
    if (checked.kind !== 'tlog-proof') throw new Error('not read');
    return proofChecks(checked).map(({ state, title }) => `${state}: ${title}`);
  };
  const text = writeTlogProof(aBundle());
  expect(lines(text)).toEqual([
    'holds: The leaf bytes are this entry',
    expect.stringMatching(/^holds: Entry 6/),
  ]);
  expect(lines(writeTlogProof(aBundle({ rule: 'blob-multihash' })))).toEqual([
    expect.stringMatching(/^cannot-check/),
    expect.stringMatching(/^holds: Leaf 6/),
  ]);
  expect(lines(text.replace(/^extra .*\n/m, '')).join()).toMatch(/^cannot-check.*,cannot-check/);
});

describe('reportChecks', () => {
  const heads = headsOf(7, 11);
  const old = { ...heads.new, seenAtMs: NOON };

  it.each([
    [
      'another root of one size needs no consistency proof',
      { ...old, rootHash: heads.old.rootHash },
      'does-not-match: heads',
    ],
    ['one root of one size is nothing wrong', old, 'holds: heads'],
    ['two sizes without a proof are not checked', { ...old, logSize: 9 }, 'not-checked: growth'],
  ])('%s', (_, later, line) => {
    const { path: _none, ...misbehaviour } = aMisbehaviour({ kind: 'another-root', old, new: later });
    const checked = checkFile(writeEvidence(makeReport(misbehaviour, NOON)));
    if (checked.kind !== 'report') throw new Error('not read');
    expect(reportChecks(checked).map(({ state, id }) => `${state}: ${id}`)).toEqual([line]);
  });
});

const OWN = 'https://site.example/app/registers';
const REMOTE = 'https://other.example/registers/country/v2';
const bundled = (name: string, mount: string) => ({ kind: 'bundled', name, mount });

it.each([
  ['of this site', `${OWN}/country/earlier`, 'x', bundled('country', 'earlier')],
  ['of another site, whatever its place is called', REMOTE, 'country', { kind: 'remote', base: REMOTE }],
  ['in an opened file', 'x', 'file:tree-8d92e1e0', { kind: 'file', file: 'tree-8d92e1e0', mount: 'v2' }],
  ['at no address', 'javascript:alert(1)', 'country', undefined],
])('registerAt finds a register %s', (_, address, place, register) => {
  expect(registerAt(address, OWN, place)).toEqual(register);
});

it('registerAt leads nowhere but to registers by hostile addresses and origins', () => {
  for (const address of [
    '',
    'data:text/html,x',
    'file:///etc/passwd',
    '//other.example',
    `${OWN}evil/country`,
  ])
    expect(registerAt(address, OWN, '../..')?.kind ?? 'none').toMatch(/none|remote/);
  for (const origin of ['a key', '[', '%', 'site.example/app/registers/../x/v2'])
    expect(registerAt(addressAtOrigin(origin, OWN), OWN)?.kind ?? 'none').toMatch(/none|remote/);
});

it.each([
  ['site.example/app/registers/unfaithful/v2%2Bfork', OWN, bundled('unfaithful', 'v2+fork')],
  ['other.example/registers/country/v2', OWN, { kind: 'remote', base: REMOTE }],
  // The scheme of this site for what this site serves.
  ['localhost:8080/registers/country/v2', 'http://localhost:8080/registers', bundled('country', 'v2')],
])('the origin %s leads to its register', (origin, own, register) => {
  expect(registerAt(addressAtOrigin(origin, own), own)).toEqual(register);
});
