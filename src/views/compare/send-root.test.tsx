import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { QrCode } from './send-root.tsx';

const drawn = (text: string): string => renderToStaticMarkup(<QrCode text={text} label="QR code" />);
const linkOf = (bytes: number): string => `https://r.example/${'a'.repeat(bytes - 18)}`;

describe('the QR code of a link', () => {
  test('is a picture up to what the largest code holds', () => {
    expect(drawn(linkOf(200))).toContain('<svg');
    expect(drawn(linkOf(2331))).toContain('<svg');
  });

  test.each([linkOf(2332), linkOf(9000), `${linkOf(2300)}${'é'.repeat(20)}`])(
    'is words where the link is too long, number %#',
    (link) => {
      expect(drawn(link)).toMatch(/^<p[^>]*>The link is too long for a QR code\. /);
    },
  );
});
