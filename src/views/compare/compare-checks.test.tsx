import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { comparisonCheck } from './compare-checks.ts';
import { readTheirs } from './compare-view.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

const hash = (digit: string) => parseHash(digit.repeat(64), 'bare') ?? expect.unreachable('no hash');
const own = { logSize: 295, rootHash: hash('a') };

describe('comparisonCheck', () => {
  const compared = (theirs: typeof own, verdict: Verdict) => {
    const parts = { from: theirs, to: own, oldSteps: [], newSteps: [], computedInMs: 0, path: [] };
    return comparisonCheck({ ...parts, verdict, own }, theirs);
  };

  test('one root at two sizes cannot be', () =>
    expect(
      compared(
        { ...own, logSize: 208 },
        { outcome: 'does-not-match', code: 'two-sizes', reason: 'one root cannot be that of two log sizes' },
      ),
    ).toMatchObject({
      state: 'does-not-match',
      title: expect.stringMatching(/two log sizes/),
      detail: expect.stringMatching(/208 entries.*295 entries/),
    }));

  test('equal roots where the published one is in doubt are no agreement', () => {
    const verdict: Verdict = {
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: 'it does not fit',
    };
    expect(compared(own, verdict)).toMatchObject({
      state: 'cannot-check',
      title: expect.stringMatching(/in doubt/),
      detail: 'It does not fit.',
    });
    expect(compared({ logSize: 200, rootHash: hash('b') }, verdict).title).not.toMatch(/in doubt/);
  });
});

const ROOT = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729';

describe('readTheirs', () => {
  it('reads size and root, with or without a prefix, in capitals too', () => {
    for (const root of [ROOT, `sha-256:${ROOT}`, `1220${ROOT}`, ROOT.toUpperCase()])
      expect(readTheirs(`?size=208&root=${root}`)).toEqual({ head: { logSize: 208, rootHash: ROOT } });
    for (const search of ['', '?at=7']) expect(readTheirs(search)).toBeUndefined();
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

test('a link is drawn as a QR code up to what the largest one holds, in bytes', () => {
  const link = (bytes: number): string => `https://r.example/${'a'.repeat(bytes - 18)}`;
  const drawn = (text: string): string => renderToStaticMarkup(<QrCode text={text} label="QR code" />);
  for (const text of [link(200), link(2331)]) expect(drawn(text)).toContain('<svg');
  for (const text of [link(2332), `${link(2300)}${'é'.repeat(20)}`]) expect(drawn(text)).toMatch(/too long/);
});
