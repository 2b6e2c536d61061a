import { describe, expect, it } from 'vitest';
import { readTheirs } from './compare-view.tsx';

const ROOT = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729';

describe('readTheirs', () => {
  it('reads size and root, with or without a prefix, in capitals too', () => {
    for (const root of [ROOT, `sha-256:${ROOT}`, `1220${ROOT}`, ROOT.toUpperCase()])
      expect(readTheirs(`?size=208&root=${root}`)).toEqual({ head: { logSize: 208, rootHash: ROOT } });
  });

  it('finds nothing to compare where neither is there', () => {
    expect(readTheirs('')).toBeUndefined();
    expect(readTheirs('?at=7')).toBeUndefined();
  });

  it.each([
    ['?size=208', /no root/] as const,
    [`?root=${ROOT}`, /no size/] as const,
    ...['', '0', '-1', '1.5', '1e3', '01', '0x10', ' 7', '9007199254740992', 'NaN'].map(
      (size) => [`?size=${encodeURIComponent(size)}&root=${ROOT}`, /size in the address/] as const,
    ),
    ...['', 'abc', ROOT.slice(1), `${ROOT}0`, `md5:${ROOT}`, '<script>'].map(
      (root) => [`?size=208&root=${encodeURIComponent(root)}`, /root in the address/] as const,
    ),
  ])('says what is wrong with %j', (search, problem) => {
    expect(readTheirs(search)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
