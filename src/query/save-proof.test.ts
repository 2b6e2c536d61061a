import { describe, expect, it } from 'vitest';
import { aBundle, NOON, ODD_TEXTS } from '../testing/evidence-builders.ts';
import { cite } from './save-proof.ts';

describe('cite', () => {
  it('has a key for each register and entry', () => {
    const keyOf = (address: string, entryNumber: number): string | undefined => {
      const bundle = aBundle({ entryNumber });
      const { bibtex } = cite({ ...bundle, register: { ...bundle.register, address } }, 'https://x/', NOON);
      return /^@misc\{([A-Za-z0-9-]+),$/m.exec(bibtex)?.[1];
    };
    expect(keyOf('https://country.example/v2', 6)).toBe('country-example-v2-entry-6');
    expect(keyOf('https://country.example/v2', 7)).toBe('country-example-v2-entry-7');
    expect(keyOf('https://planet.example/v2/', 6)).toBe('planet-example-v2-entry-6');
  });

  it('stays on one line, and within its braces, whatever the register is called', () => {
    for (const odd of ODD_TEXTS) {
      const bundle = aBundle({ key: odd });
      const { text, bibtex } = cite(
        { ...bundle, register: { ...bundle.register, title: `{${odd}\n}` } },
        'https://site.example/',
        NOON,
      );
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(bibtex.split('\n')).toHaveLength(7);
      expect(bibtex.replaceAll(/\\[%$#&_]/g, '').match(/[{}]/g)).toHaveLength(12);
    }
  });
});
