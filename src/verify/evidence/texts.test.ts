import { describe, expect, it } from 'vitest';
import { aBundle, NOON, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { node, sha256 } from '../../testing/rfc-9162.ts';
import { cite } from './citation.ts';
import { fileName } from './file-name.ts';
import { tlogProof } from './tlog-proof.ts';

/** A second reading of c2sp.org/tlog-proof and c2sp.org/tlog-checkpoint, which owes nothing to the writer. */
function readTlogProof(text: string) {
  const match =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra ([A-Za-z0-9+/]+=*)\n)?index (0|[1-9]\d*)\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n$/.exec(
      text,
    );
  if (match === null) throw new Error(`not a tlog-proof: ${text}`);
  const [, extra = '', index, hashes = '', origin = '', size, root = ''] = match;
  return {
    extra: JSON.parse(Buffer.from(extra, 'base64').toString()) as Record<string, string>,
    index: Number(index),
    hashes: hashes
      .split('\n')
      .filter(Boolean)
      .map((line) => Buffer.from(line, 'base64').toString('hex')),
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64').toString('hex'),
  };
}

describe('tlogProof', () => {
  it('writes the form of c2sp.org/tlog-proof with a zero-based index and the hashes from the leaf upwards', () => {
    const bundle = aBundle({ entryNumber: 8, logSize: 8 });
    const { extra, index, hashes, size, root, origin } = readTlogProof(tlogProof(bundle));
    expect({ index, size, root, hashes }).toEqual({
      index: 7,
      size: 8,
      root: bundle.checkpoint.rootHash,
      hashes: bundle.auditPath,
    });
    expect(origin).toBe('country.example/v2');
    // Entry 8 of 8 is on the right all the way up.
    const leaf = sha256(Uint8Array.of(0), Buffer.from(extra['leafBytes'] ?? '', 'hex'));
    expect(hashes.reduce((hash, sent) => node(sent as never, hash as never), leaf as string)).toBe(root);
  });

  it('says that it is unsigned, and has no signature line', () => {
    const text = tlogProof(aBundle());
    expect(readTlogProof(text).extra['unsigned']).toMatch(/UNSIGNED/);
    expect(text).not.toContain('\u2014');
    expect(text.split('\n\n')).toHaveLength(2);
  });

  it('has no hash line in a log of one entry', () => {
    expect(readTlogProof(tlogProof(aBundle({ entryNumber: 1, logSize: 1 }))).hashes).toEqual([]);
  });

  it('keeps the origin on one line, without spaces and plus signs', () => {
    const bundle = aBundle();
    for (const address of [
      'http://x.example/registers/country/v2+altered-item',
      'https://x.example/a b\nc',
      ...ODD_TEXTS.map((text) => `https://x.example/${text}`),
    ])
      expect(
        readTlogProof(tlogProof({ ...bundle, register: { ...bundle.register, address } })).origin,
      ).toMatch(/^x\.example\/[!-*,-~]*$/);
  });
});

describe('cite', () => {
  it('names register, key, entry, size, root, address and day', () => {
    const bundle = aBundle();
    expect(cite(bundle, 'https://site.example/country/entries/6', NOON).text).toBe(
      `Country, record GB, entry 6 of 2016-04-05T13:23:05Z; log of 11 entries with root sha-256:${bundle.checkpoint.rootHash}. Register API: https://country.example/v2. https://site.example/country/entries/6 (accessed 2026-11-21).`,
    );
  });

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

describe('fileName', () => {
  it('is letters, digits and hyphens, whatever it is made of', () => {
    expect(fileName(['Country', 'GB', 6], '.json')).toBe('Country-GB-6.json');
    expect(fileName(['../../etc/passwd', '.', 'Côte d’Ivoire'], '.sh')).toBe('etc-passwd-Co-te-d-Ivoire.sh');
    expect(fileName(['', '..', '\u202E'], '.json')).toBe('evidence.json');
    for (const odd of ODD_TEXTS)
      expect(fileName([odd, 'x'.repeat(500)], '.json')).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,90}\.json$/);
  });
});
