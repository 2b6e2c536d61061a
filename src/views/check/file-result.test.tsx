import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test, vi } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { checkFile } from '../../query/check-file.ts';
import type { RememberedHead } from '../../query/remembered-query.ts';
import { aBundle, aMisbehaviour, headsOf, NOON } from '../../testing/evidence-builders.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { FileOutcome } from '../../verify/evidence/check-evidence.ts';
import { writeTlogProof } from '../../verify/evidence/tlog-proof.ts';
import { makeReport, writeEvidence } from '../../verify/evidence/write-evidence.ts';
import { proofVerdict, registerAtOrigin, registerOf } from './file-result.tsx';
import { reportChecks } from './report-result.tsx';
import { rootCheck } from './root-of-file.tsx';
import { tlogChecks } from './tlog-result.tsx';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://site.example' }));

const check = (state: CheckState, title: string): NamedCheck => ({ id: title, state, title, detail: '' });

test.each<[FileOutcome, CheckState, CheckState, RegExp]>([
  [
    'not-checked',
    'not-checked',
    'not-checked',
    /Consistent with the root hash stated in the file.*Compare that root/,
  ],
  ['not-checked', 'holds', 'holds', /that the register showed this browser/],
  ['not-checked', 'does-not-match', 'does-not-match', /Does not match.*The root/],
  ['does-not-match', 'holds', 'does-not-match', /Does not match.*The item/],
  ['cannot-check', 'holds', 'cannot-check', /Could not check.*The item/],
  ['does-not-match', 'not-checked', 'does-not-match', /Does not match.*The item/],
])('a file that is %s, with a root that is %s, is %s', (outcome, root, state, words) => {
  const own = outcome === 'not-checked' ? 'holds' : outcome;
  const {
    state: found,
    title,
    detail,
  } = proofVerdict(outcome, [check(own, 'The item')], check(root, 'The root'));
  expect(found).toBe(state);
  expect(`${title}. ${detail}`).toMatch(words);
});

const ROOT = 'a'.repeat(64) as Hash;
const OTHER = 'b'.repeat(64) as Hash;
const inFile = { logSize: 7, rootHash: ROOT };
const seen: RememberedHead = { ...inFile, lastSeenMs: Date.UTC(2026, 10, 21) };
const takenOver: RememberedHead = { ...seen, importedAtMs: Date.UTC(2026, 10, 22) };

function said(remembered: RememberedHead | null) {
  const { state, title, detail } = rootCheck(inFile, remembered);
  const words = renderToStaticMarkup(
    <>
      {title} {detail}
    </>,
  );
  return { state, words: words.replaceAll(/<[^>]*>/g, '') };
}

describe('whether the root in a file is the register’s', () => {
  test('holds only where the register showed this browser that very root', () => {
    expect(said(seen)).toEqual({
      state: 'holds',
      words: expect.stringContaining('showed it to this browser'),
    });
    expect(said({ ...seen, rootHash: OTHER }).state).toBe('does-not-match');
    expect(said({ logSize: 8, rootHash: OTHER, lastSeenMs: seen.lastSeenMs }).state).toBe('not-checked');
    expect(said(null).state).toBe('not-checked');
  });

  test('does not match where this browser remembers that very root for another log size', () => {
    expect(said({ ...seen, logSize: 8 })).toEqual({
      state: 'does-not-match',
      words: expect.stringMatching(/for 8 entries; the file says 7 entries/),
    });
  });

  test('does not hold by a root that was itself taken over from a file, and says so', () => {
    const { state, words } = said(takenOver);
    expect(state).toBe('not-checked');
    expect(words).toMatch(/imported from a file on 22 Nov(ember)? 2026/);
    expect(words).toContain('has not shown it to this browser');
    expect(words).not.toMatch(/showed|Shown to this/);
  });

  test('does not match where two files differ, without saying that the register showed either', () => {
    const { state, words } = said({ ...takenOver, rootHash: OTHER });
    expect(state).toBe('does-not-match');
    expect(words).toMatch(/imported from a file on 22 Nov(ember)? 2026/i);
    expect(words).not.toMatch(/showed|Shown to this/);
  });
});

describe('tlogChecks', () => {
  const states = (text: string): string[] => {
    const checked = checkFile(text);
    if (checked.kind !== 'tlog-proof') throw new Error('not read');
    return tlogChecks(checked).map(({ state }) => state);
  };

  it('shows an item whole, claims no entry of a blob, whose leaf is only a hash, and nothing without a leaf', () => {
    const text = writeTlogProof(aBundle());
    expect(states(text)).toEqual(['holds', 'holds', 'not-checked', 'not-checked']);
    expect(states(writeTlogProof(aBundle({ rule: 'blob-multihash' })))[1]).toBe('cannot-check');
    expect(states(text.replace(/^extra .*\n/m, '')).slice(0, 2)).toEqual(['cannot-check', 'cannot-check']);
  });
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

describe('registerOf', () => {
  it('names a register of this site by its place', () => {
    expect(registerOf({ address: `${OWN}/country/earlier`, place: 'country~earlier' }, OWN)).toEqual({
      kind: 'bundled',
      name: 'country',
      mount: 'earlier',
    });
  });

  it('names a register of another site by its address, whatever its place is called', () => {
    const address = 'https://other.example/registers/country/v2';
    expect(registerOf({ address, place: 'country' }, OWN)).toEqual({ kind: 'remote', base: address });
  });

  it('names an opened file by its place', () => {
    expect(registerOf({ address: 'x', place: 'file:tree-8d92e1e0' }, OWN)).toEqual({
      kind: 'file',
      file: 'tree-8d92e1e0',
      mount: 'v2',
    });
  });

  it('leads nowhere by any other address', () => {
    for (const address of [
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//other.example',
      `${OWN}evil/country`,
    ])
      expect(registerOf({ address, place: '../..' }, OWN)?.kind ?? 'none').toMatch(/none|remote/);
    expect(registerOf({ address: 'javascript:alert(1)', place: 'country' }, OWN)).toBeUndefined();
  });
});

describe('registerAtOrigin', () => {
  it('names a register of this site by its place, and any other by its address', () => {
    const at = (origin: string) => registerAtOrigin(origin, OWN);
    expect(at('site.example/app/registers/country/earlier')).toEqual({
      register: { kind: 'bundled', name: 'country', mount: 'earlier' },
      address: `${OWN}/country/earlier`,
    });
    expect(at('site.example/app/registers/unfaithful/v2%2Bfork')?.register).toEqual({
      kind: 'bundled',
      name: 'unfaithful',
      mount: 'v2+fork',
    });
    expect(at('other.example/registers/country/v2')?.register).toEqual({
      kind: 'remote',
      base: 'https://other.example/registers/country/v2',
    });
  });

  it('uses the scheme of this site for what this site serves', () => {
    const found = registerAtOrigin('localhost:8080/registers/country/v2', 'http://localhost:8080/registers');
    expect(found?.address).toBe('http://localhost:8080/registers/country/v2');
  });

  it('leads nowhere by what is no address', () => {
    for (const origin of ['a key', '[', '%', 'site.example/app/registers/../x/v2'])
      expect(registerAtOrigin(origin, OWN)?.register.kind ?? 'none').toMatch(/none|remote/);
  });
});
