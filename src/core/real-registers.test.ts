import { describe, expect, it } from 'vitest';
import { checkConsistency } from './consistency.ts';
import { type Hash, hashFromBytes } from './hash.ts';
import { checkInclusion } from './inclusion.ts';
import { leafRule } from './leaf-rules.ts';
import type { Entry } from './model.ts';

/** Published by the country register (hashing.md, "Vectors"). */
const ROOTS = {
  197: '7114404b04a67c2272a32964b463212c21c49d5a6e73f2c628eabfd18f63633f' as Hash,
  200: 'e022997a144dada8aca9b9c0b6420636f6b808b65f99c6347075bcc4a61d3fe8' as Hash,
  208: '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash,
};
const PROOF_10_AT_200 = [
  'f0ebeef6be205cfc5fb6b4a314294bdff471f5409594f742b0f30c8551278b4a',
  '8dc980062c4e6ffd2300b72cd5a6a67e23070aabec31911691c657c2e1dd37a6',
  'c48916df15f3f6e030d84bf0f8bb59460c472250d38db27b4cd2e7394fe0741d',
  '08e9d6bd5717717c1c40ba518ccf02cad9c412eae6052739552ecd4a668b4ec3',
  '43834a10ac7dcecc7bb274d67f79dc5da4c03efb6dadc20657595ca4b261df4d',
  '10d897e8df0096412f45e9c16c61eed7b335267d803872f85ce0d25218fc82eb',
  'e483ea76d5ca3fdcef64ae8a2c910d1e47b90507a364da8dc4878cacd48cd414',
  'ca77ecfa5a4e847c65fda8f41f73758456814acf473bab2811516aeaac17f7cc',
] as Hash[];
const ENTRY_10: Entry = {
  entryNumber: 10,
  indexEntryNumber: 10,
  key: 'AD',
  timestamp: '2016-04-05T13:23:05Z',
  itemHashes: ['14fcb5099f0eff4c40d5a85b0e3c2f1a04337dc69dace1fc5c64ec9758a19b13' as Hash],
};

describe('the published proofs of the country register', () => {
  const input = {
    leafHash: leafHashOf(ENTRY_10, 'item-json'),
    entryNumber: 10,
    logSize: 200,
    auditPath: PROOF_10_AT_200,
    rootHash: ROOTS[200],
  };

  it('hold for entry 10 at size 200', () => {
    const { verdict, steps } = checkInclusion(input);
    expect(verdict).toEqual({ outcome: 'holds' });
    expect(steps.map(({ side }) => side.charAt(0)).join('')).toBe('lrrlrrrr');
    expect(steps.map((step) => step.sentCovers.first)).toEqual([9, 11, 13, 1, 17, 33, 65, 129]);
    expect(steps.at(-1)?.covers).toEqual({ first: 1, last: 200 });
  });

  it('do not hold by the leaf rule of before 2017', () => {
    expect(
      checkInclusion({ ...input, leafHash: leafHashOf(ENTRY_10, 'item-json-2016') }).verdict.outcome,
    ).toBe('does-not-match');
  });

  it('hold between sizes 197, 200 and 208', () => {
    const [last, all197, from200] = [
      '6242c4d6fde2c79c26144deab292fc6702d321a7e79c535e146d25f356191f7c',
      '20b0c02232b50a587671ed9f465fb1a99923a08ff53951b8b9f4bb29648aa112',
      '941193fe7db1a85a867afbf576ce75a4fb7573ad5b599a75628c1329977618f4',
    ] as [Hash, Hash, Hash];
    const upTo200 = [
      '73f13521226acdfa2a610c7bfdc955fa52aea1d554dd247011312ee48686a538',
      '8a16bb948f55ef959a5a7ddad5e2d1d398b50f3d7095aba1e97ad50c1fa374a9',
      'be8a541a0a763f88c8e4ff5f013e701e5f89c3f9cb744aadfaf19668189de514',
      '733c1adf88daff4ba4275b4ff86d373266c17eeb547ef54093ed14649d168865',
      last,
      all197,
    ] as Hash[];
    const upTo208 = [
      from200,
      '518002907f36885a9410facaa8274dbb8238fef34ae42aa0f6a6a52446c500af' as Hash,
      last,
      all197,
    ];
    const outcome = (from: keyof typeof ROOTS, to: keyof typeof ROOTS, path: readonly Hash[]) => {
      const [old, now] = [from, to].map((logSize) => ({ logSize, rootHash: ROOTS[logSize as 197] }));
      return old && now && checkConsistency({ from: old, to: now, path }).verdict.outcome;
    };
    expect(outcome(197, 200, upTo200)).toBe('holds');
    expect(outcome(200, 208, upTo208)).toBe('holds');
    expect(outcome(197, 208, upTo208)).toBe('does-not-match');
  });
});

function leafHashOf(entry: Entry, rule: 'item-json' | 'item-json-2016'): Hash {
  return hashFromBytes(leafRule(rule).leafHash(entry) ?? new Uint8Array());
}
