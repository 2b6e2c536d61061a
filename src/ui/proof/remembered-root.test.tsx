import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import { showContradiction } from './contradiction.ts';
import { RememberedRoot } from './remembered-root.tsx';

const hash = (digits: string) => parseHash(digits.padEnd(64, '0'), 'bare') ?? expect.unreachable('no hash');
const published = { logSize: 295, rootHash: hash('aab') };
const draw = (root = published.rootHash): string =>
  renderToStaticMarkup(<RememberedRoot published={root} narrow={false} />);

let end = (): void => undefined;
afterEach(() => end());

describe('RememberedRoot', () => {
  it('is not there where nothing contradicts the root', () => {
    expect(draw()).toBe('');
    end = showContradiction({ published, remembered: { logSize: 295, rootHash: hash('aac') } });
    expect(draw(hash('f'))).toBe('');
    end();
    expect(draw()).toBe('');
  });

  it('marks the first digit in which two roots of one size differ, in both', () => {
    end = showContradiction({ published, remembered: { logSize: 295, rootHash: hash('aac') } });
    const html = draw();
    expect(html).toContain('another one than the published root, both of 295 entries');
    expect([...html.matchAll(/<mark[^>]*>(.)<\/mark>/g)].map(([, digit]) => digit)).toEqual(['c', 'b']);
    expect(html).toContain('data-double');
  });

  it('compares no digits of roots of different sizes, which differ in any case', () => {
    end = showContradiction({ published, remembered: { logSize: 200, rootHash: hash('aac') } });
    expect(draw()).not.toContain('<mark');
    expect(draw()).toMatch(/does not fit.*200 entries.*295 entries/);
  });
});
