import { expect, test } from 'vitest';
import { addressAfterSlash, normaliseBase, type Resource } from './base-address.ts';
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
  ['host/%7eme/%76%31/a%2fb', 'https://host/~me/v1/a%2Fb'],
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

const record = (key: string, at?: number): Resource => ({ is: 'record', key, ...(at && { at }) });
const filter = (attribute: string, value: string): Resource => ({
  is: 'records',
  where: { attribute, value },
});
const item = { is: 'item', hash: hex(5) };
const entryProof: Resource = { is: 'entry-proof', entryNumber: 10, logSize: 200 };
const consistencyProof: Resource = { is: 'consistency-proof', from: 10, to: 200 };

test.each<[path: string, resource: object | undefined]>([
  ['/register', undefined],
  ['/context', undefined],
  ['/records', { is: 'records' }],
  ['/records.csv?page-index=2', { is: 'records' }],
  ['/records?name=name&value=Great%20Britain', filter('name', 'Great Britain')],
  ['/records?name=name', { is: 'records' }],
  ['/records/GB', record('GB')],
  ['/records/GB.json', record('GB')],
  ['/records/a%2Fb%20c/', record('a/b c')],
  ['/records/100%', record('100%')],
  ['/records/entries/entries', record('entries')],
  ['/records/name/Great%20Britain', filter('name', 'Great Britain')],
  ['/record/GB', record('GB')],
  ['/entry/12', { is: 'entry', entryNumber: 12 }],
  [`/item/sha-256:${hex(5)}`, item],
  ['/entries', { is: 'log' }],
  ['/entries?start=5', { is: 'log', start: 5 }],
  ['/entries?start=x', { is: 'log' }],
  ['/entries/12', { is: 'entry', entryNumber: 12 }],
  ['/entries/0', { is: 'entry', entryNumber: 0 }],
  ['/entries/99999999999999999', { is: 'log' }],
  [`/items/sha-256:${hex(5)}`, item],
  [`/items/sha-256%3A${hex(5)}.json`, item],
  [`/blobs/1220${hex(5)}`, item],
  [`/blobs/${hex(5)}`, item],
  ['/items/junk', { is: 'items' }],
  ['/items?cursor=abc', { is: 'items' }],
  ['/blobs?cursor=abc', { is: 'items' }],
  ['/proof/register/merkle:sha-256', undefined],
  ['/proofs/register', undefined],
  ['/proof/entries/10/200/merkle:sha-256', entryProof],
  ['/proofs/entries/10/200', entryProof],
  ['/proofs/entry/10/200', entryProof],
  ['/proofs/entries/0/200', { is: 'entry-proof', entryNumber: 0, logSize: 200 }],
  ['/proof/consistency/10/200/merkle:sha-256', consistencyProof],
  ['/proofs/consistency/10/200', consistencyProof],
  ['/proofs/consistency/0/200', { is: 'consistency-proof', from: 0, to: 200 }],
  ['/snapshots/200', { is: 'records', at: 200 }],
  ['/snapshots/0', { is: 'records', at: 0 }],
  ['/snapshots/200/GB', record('GB', 200)],
])('reduces the address of %s to the base and says what it points to', (path, resource) => {
  for (const base of ['https://h', 'https://h/v1'])
    expect(normaliseBase(base + path)).toEqual({ base, ...(resource && { resource }) });
});

test.each([
  ['/http://host/a', 'http://host/a'],
  ['/https:/host/a?b=1', 'https://host/a?b=1'],
  ['//https://host', 'https://host'],
  ['/httpx://host', undefined],
  ['https://host', undefined],
  ['/a/https://host', undefined],
])('after the slash of a site, %s is the address %s', (path, address) =>
  expect(addressAfterSlash(path)).toBe(address),
);

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
      const read = normaliseBase(`${base}/records/${encodeURIComponent(text)}`);
      assert.ok('base' in read && read.base === base, 'the base of a pasted record is another one');
      assert.deepEqual(read.resource, { is: 'record', key: text });
    }),
    RUNS,
  );
});
