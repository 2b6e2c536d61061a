import { expect, test, vi } from 'vitest';
import { checkFile } from './file-queries.ts';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, aMisbehaviour, headsOf, NOON, signedBy } from '../../testing/evidence-builders.ts';
import { markupOf, textOf } from '../../testing/markup.ts';
import { HEAD, OTHER } from '../../testing/trust-builders.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { FileOutcome } from '../../verify/evidence/check-evidence.ts';
import { witnessSigner } from '../../testing/witness-signer.ts';
import { readSignedNote, writeSignedNote } from '../../verify/witness/signed-note.ts';
import { makeReport, writeEvidence } from '../../verify/evidence/write-evidence.ts';
import { describeFile, proofVerdict, registerAt, rememberedCheck } from './file-result.tsx';
import { bundleChecks, reportChecks } from './file-views.tsx';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://site.example' }));

const check = (state: CheckState, title: string): NamedCheck => ({ id: title, state, title, detail: '' });

test.each<[FileOutcome, CheckState, CheckState, RegExp]>([
  ['not-checked', 'not-checked', 'not-checked', /^Consistent with the root hash in this file/],
  ['not-checked', 'holds', 'holds', /that the register showed this browser/],
  ['not-checked', 'does-not-match', 'does-not-match', /The root/],
  ['does-not-match', 'holds', 'does-not-match', /The item/],
  ['cannot-check', 'holds', 'cannot-check', /The item/],
])('a file that is %s, with a root that is %s, is %s', (outcome, root, state, words) => {
  const own = outcome === 'not-checked' ? 'holds' : outcome;
  const found = proofVerdict(outcome, [check(own, 'The item')], check(root, 'The root'));
  expect(found.state).toBe(state);
  expect(`${found.title}. ${found.detail}`).toMatch(words);
});

const A = { ...HEAD, logSize: 295 };
const B = { ...OTHER, logSize: 295 };
const seen = { ...A, lastSeenMs: NOON };
const imported = { ...seen, importedAtMs: NOON + 86_400_000 };
const replaced = { ...seen, givenUp: [{ ...B, seenAtMs: 1 }] };
const taken = { ...seen, givenUp: [{ ...A, seenAtMs: 1 }] };

test.each([
  ['the remembered root', A, seen, 'holds', /showed it to this browser on 21 Nov/],
  ['one imported from a file', A, imported, 'not-checked', /22 Nov\w* 2026: .*has not shown it/],
  ['another root at the same size', B, seen, 'does-not-match', /one root hash at each size/],
  ['another root than the imported one', B, imported, 'does-not-match', /has not shown it/],
  ['the same root at another size', { ...A, logSize: 8 }, seen, 'does-not-match', /file for 8/],
  ['one that was replaced', B, replaced, 'not-checked', /no longer shows/],
  ['one that was replaced and is remembered again', A, taken, 'holds', /./],
])('a stated root that is %s', (_, stated, known, state, words) => {
  const found = rememberedCheck(stated, known);
  expect(found?.state).toBe(state);
  const text = textOf(markupOf(found?.detail));
  expect(text).toMatch(words);
  // The register has not shown a root from a file.
  if (known === imported) expect(text).not.toMatch(/showed it/);
});

test('nothing is said of another root at another size: that takes a proof', () => {
  expect(rememberedCheck({ ...B, logSize: 8 }, replaced)).toBeUndefined();
  expect(rememberedCheck(A, null)).toBeUndefined();
});

test('a bundle has a check for each of its parts', async () => {
  const idsOf = async (bundle: ReturnType<typeof aBundle>): Promise<string[]> => {
    const checked = await checkFile(writeEvidence(bundle));
    if (checked.kind !== 'bundle') throw new Error('not read');
    return bundleChecks(checked).map(({ state, id }) => `${state}: ${id}`);
  };
  const parts = ['holds: data', 'holds: leaf', 'holds: entry'];
  expect(await idsOf(aBundle())).toEqual(parts);
  const grown = aBundle({ grownTo: 20 });
  const head = grown.growth?.head ?? grown.checkpoint;
  const more = [...parts, 'holds: consistency', 'holds: signed'];
  expect(await idsOf({ ...grown, signed: signedBy(['ada'], head) })).toEqual(more);
  const differs = ['holds: data', 'holds: leaf', 'does-not-match: entry'];
  expect(await idsOf(aBundle({ shown: { key: 'FR' } }))).toEqual(differs);
});

const heads = headsOf(7, 11);
const old = { ...heads.new, seenAtMs: NOON };

test.each([
  [
    'another root of one size needs no consistency proof',
    { ...old, rootHash: heads.old.rootHash },
    'does-not-match: heads',
  ],
  ['one root of one size is nothing wrong', old, 'holds: heads'],
  ['two sizes without a proof are not checked', { ...old, logSize: 9 }, 'not-checked: consistency'],
])('in a report %s', async (_, later, line) => {
  const { path: _none, ...misbehaviour } = aMisbehaviour({ kind: 'another-root', old, new: later });
  const checked = await checkFile(writeEvidence(makeReport(misbehaviour, NOON)));
  if (checked.kind !== 'report') throw new Error('not read');
  expect(reportChecks(checked).map(({ state, id }) => `${state}: ${id}`)).toEqual([line]);
});

const OWN = 'https://site.example/app/registers';
const REMOTE = 'https://other.example/registers/country/v2';
const remote = { kind: 'remote', base: REMOTE };
const bundled = (name: string, mount: string) => ({ kind: 'bundled', name, mount });

test.each([
  ['of this site', `${OWN}/country/earlier`, 'x', bundled('country', 'earlier')],
  ['of another site, whatever its place is called', REMOTE, 'country', remote],
  ['in an opened file', 'x', 'file:tree-8d92e1e0', { kind: 'file', file: 'tree-8d92e1e0', mount: 'v2' }],
  ['at no address', 'javascript:alert(1)', 'country', undefined],
])('a register %s is found', (_, address, place, register) =>
  expect(registerAt(address, OWN, place)).toEqual(register),
);

test('hostile addresses lead nowhere but to registers', () => {
  const addresses = [
    '',
    'data:text/html,x',
    'file:///etc/passwd',
    '//other.example',
    `${OWN}evil/country`,
    `https://other.example/?${OWN}/country/v2`,
  ];
  for (const address of addresses)
    expect(registerAt(address, OWN, '../..')?.kind ?? 'none').toMatch(/none|remote/);
});

test('a file whose signatures this browser cannot check could not be checked, and a mismatch in it still shows', async () => {
  vi.stubGlobal('crypto', {});
  const { checkpoint, ...rest } = aBundle();
  const signed = signedBy(['ada.example/w1'], checkpoint);
  const bundle = { ...rest, checkpoint, signed };
  const otherRoot = { ...old, rootHash: flipBit(old.rootHash, 3) };
  const twoRoots = aMisbehaviour({ kind: 'another-root', old, new: otherRoot });
  const report = makeReport(twoRoots, NOON, { old: signedBy(['ada.example/w1'], old) });
  const [whole, altered, reported] = await Promise.all(
    [bundle, { ...bundle, items: ['{}'] }, report].map((file) => checkFile(JSON.stringify(file))),
  );
  vi.unstubAllGlobals();
  if (whole?.kind !== 'bundle' || altered?.kind !== 'bundle' || reported?.kind !== 'report')
    throw new Error('not read');
  expect([whole, altered, reported].map(({ result }) => result.outcome)).toEqual([
    'cannot-check',
    'does-not-match',
    'cannot-check',
  ]);
  expect(bundleChecks(whole).map(({ id, state }) => `${state}: ${id}`)).toEqual([
    'holds: data',
    'holds: leaf',
    'holds: entry',
    'cannot-check: signed',
  ]);
  expect(describeFile(reported).verdict).toEqual({
    state: 'cannot-check',
    title: 'Could not check',
    detail: expect.stringMatching(/https/),
  });
});

test('the witnesses of a file are counted by their keys', async () => {
  const { checkpoint, ...rest } = aBundle();
  const text = readSignedNote(signedBy(['x'], checkpoint).note).text;
  const witnesses = [witnessSigner('ada', 'a key'), witnessSigner('ben', 'a key'), witnessSigner('cy')];
  const signatures = witnesses.map(({ sign }) => sign(text, NOON));
  const signed = { note: writeSignedNote({ text, signatures }), keys: witnesses.map(({ vkey }) => vkey) };
  const checked = await checkFile(JSON.stringify({ ...rest, checkpoint, signed }));
  if (checked.kind !== 'bundle') throw new Error('not read');
  const line = bundleChecks(checked).at(-1);
  expect([line?.state, line?.title]).toEqual(['holds', '2 witnesses signed this root hash']);
});
