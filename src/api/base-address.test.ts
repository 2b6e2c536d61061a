import { expect, test } from 'vitest';
import { normaliseBase } from './base-address.ts';
import { hex } from '../testing/fake-server.ts';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { oddText, RUNS } from '../testing/hostile-json.ts';

test.each([
  ['https://country.register.gov.uk', 'https://country.register.gov.uk'],
  ['  country.register.gov.uk/  ', 'https://country.register.gov.uk'],
  ['//country.register.gov.uk', 'https://country.register.gov.uk'],
  ['HTTP://Country.Register.GOV.uk:80//', 'http://country.register.gov.uk'],
  ['https://host/v1/#y', 'https://host/v1'],
  ['host:8443/next', 'https://host:8443/next'],
  ['localhost:5173/registers/country/v2', 'http://localhost:5173/registers/country/v2'],
  ['127.0.0.1:80', 'http://127.0.0.1'],
  ['[::1]:8080/a', 'http://[::1]:8080/a'],
  ['localhost.example', 'https://localhost.example'],
  [
    'https://h/registers/country/v2+link-none+altered-item',
    'https://h/registers/country/v2+link-none+altered-item',
  ],
])('reads %j as the base %s', (text, base) => {
  expect(normaliseBase(text)).toEqual({ base });
});

test('tells the query of what may be the address of a file, and not that of a resource', () => {
  expect(normaliseBase('https://host/v1/?x=1#y')).toEqual({ base: 'https://host/v1', query: '?x=1' });
  expect(normaliseBase('https://host/records?x=1')).not.toHaveProperty('query');
});

test.each([
  ['/register', {}],
  ['/context', {}],
  ['/records.csv?page-index=2', {}],
  ['/records/GB', { key: 'GB' }],
  ['/records/GB.json', { key: 'GB' }],
  ['/records/a%2Fb%20c/', { key: 'a/b c' }],
  ['/records/100%', { key: '100%' }],
  ['/records/entries/entries', { key: 'entries' }],
  ['/records/name/Great%20Britain', { where: { attribute: 'name', value: 'Great Britain' } }],
  ['/record/GB', { key: 'GB' }],
  ['/entry/12', { entryNumber: 12 }],
  [`/item/sha-256:${hex(5)}`, { itemHash: hex(5) }],
  ['/entries', {}],
  ['/entries/12', { entryNumber: 12 }],
  ['/entries/0', {}],
  ['/entries/99999999999999999', {}],
  [`/items/sha-256:${hex(5)}`, { itemHash: hex(5) }],
  [`/items/sha-256%3A${hex(5)}.json`, { itemHash: hex(5) }],
  [`/blobs/1220${hex(5)}`, { itemHash: hex(5) }],
  ['/items/junk', {}],
  ['/proof/register/merkle:sha-256', {}],
  ['/proof/entries/10/200/merkle:sha-256', { entryNumber: 10 }],
  ['/proof/consistency/10/200/merkle:sha-256', {}],
  ['/proofs/entries/10/200', { entryNumber: 10 }],
  ['/snapshots/200', {}],
  ['/snapshots/200/GB', { key: 'GB' }],
])('reduces the address of %s to the base and says what it pointed to', (path, pointed) => {
  for (const base of ['https://h', 'https://h/v1']) {
    const { asTyped, ...rest } = normaliseBase(base + path) as Record<string, unknown>;
    expect(rest).toEqual({ base, ...pointed });
    expect(asTyped).toBe(`https://h${new URL(base + path).pathname.replace(/\/$/, '')}`);
  }
});

test.each(
  ['', '   ', 'ftp://h/x', 'javascript:alert(1)', 'mailto:a@b', 'https://user:secret@h/', 'user@h'].concat([
    'file:///etc/passwd',
    'http://',
    'a b',
    'https://h/a b',
    'https://[bad',
  ]),
)('%j is no address of a register, for a stated reason', (text) => {
  expect(normaliseBase(text)).toEqual({ problem: expect.stringMatching(/./) });
});

test('a typed text is an http or https address of a register, or a problem', () => {
  const before = fc.constantFrom('', 'https://', 'http://', 'https://r.example/v1/records/', 'localhost:80/');
  fc.assert(
    fc.property(oddText(), before, (text, start) => {
      const found = normaliseBase(start + text);
      if ('problem' in found) assert.notEqual(found.problem, '');
      else {
        const url = new URL(found.base);
        assert.match(url.protocol, /^https?:$/);
        assert.equal(url.username + url.password + url.search + url.hash, '');
        assert.ok(!found.base.endsWith('/'), found.base);
      }
      if (!text.isWellFormed() || /^\.{0,2}$|\.(json|csv)$/.test(text)) return;
      const base = 'https://register.example/v1';
      const record = normaliseBase(`${base}/records/${encodeURIComponent(text)}`);
      assert.ok('base' in record && record.base === base, 'the base of a pasted record is another one');
      assert.equal(record.key, text);
    }),
    RUNS,
  );
});
