import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { CopyHash } from './copy-hash.tsx';
import { HashText } from './hash-text.tsx';

const root = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash;
const other = '8d92f1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash;

describe('HashText', () => {
  it('shows the ends, keeps the full text in the tooltip and says the ends to a screen reader', () => {
    const html = renderToStaticMarkup(<HashText hash={root} spelling="item" />);
    expect(html).toContain(`title="sha-256:${root}"`);
    expect(html).toContain('>8d92e1…5729<');
    expect(html).toContain('hash beginning 8d92e1, ending 5729');
  });

  it('writes the prefix only where asked', () => {
    expect(renderToStaticMarkup(<HashText hash={root} spelling="blob" withPrefix />)).toContain('>1220<');
    expect(renderToStaticMarkup(<HashText hash={root} spelling="blob" />)).not.toContain('>1220<');
  });

  it('marks the first differing digit among eight and eight and says its place', () => {
    const html = renderToStaticMarkup(<HashText hash={root} compareWith={other} />);
    expect(html).toMatch(/8d92<mark[^>]*>e<\/mark>1e0…d7795729/);
    expect(html).toContain('first differing at digit 5 of 64');
  });

  it('marks nothing between equal hashes', () => {
    expect(renderToStaticMarkup(<HashText hash={root} compareWith={root} />)).not.toContain('<mark');
  });

  it('leaves a full hash readable to a screen reader digit for digit', () => {
    const html = renderToStaticMarkup(<HashText hash={root} digits="full" />);
    expect(html).toContain(`>${root}<`);
    expect(html).not.toContain('aria-hidden');
  });
});

describe('CopyHash', () => {
  it('is a button named by what it copies', () => {
    const html = renderToStaticMarkup(<CopyHash hash={root} spelling="item" what="root" />);
    expect(html).toMatch(/<button[^>]*aria-label="Copy root 8d92e1…5729"/);
    expect(html).toContain('<output');
  });
});
