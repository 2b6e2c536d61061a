import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { normaliseBase } from './base-address.ts';
import { readNextLink } from './pages.ts';
import { ShapeError, integerField, pathSegment } from './wire.ts';
import { type HashSpelling, formatHash, parseHash } from '../core/hash.ts';
import { keyOf, keySegment, parseDigits } from '../mock/http/request.ts';
import { RUNS, canTravel, damaged, oddText } from '../testing/hostile-json.ts';

const SPELLED: Readonly<Record<HashSpelling, RegExp>> = {
  item: /^sha-256:[0-9a-f]{64}$/,
  blob: /^1220[0-9a-f]{64}$/,
  bare: /^[0-9a-f]{64}$/,
};

test('a hash is read in one spelling to the letter, and written back the same', () => {
  const hashes = damaged(
    fc.constantFrom(`sha-256:${'0a'.repeat(32)}`, `1220${'9f'.repeat(32)}`, '1220'.repeat(16)),
  );
  fc.assert(
    fc.property(
      fc.constantFrom<HashSpelling>('item', 'blob', 'bare'),
      fc.oneof(oddText(), hashes),
      (spelling, text) => {
        const found = parseHash(text, spelling);
        assert.equal(found !== undefined, SPELLED[spelling].test(text));
        if (found !== undefined) assert.equal(formatHash(found, spelling), text);
      },
    ),
    RUNS,
  );
});

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

test('a number is read where it is written in the digits 0 to 9 and is at most 2^53-1, and nowhere else', () => {
  const numbers = fc.oneof(
    oddText(),
    fc.bigInt({ min: 0n, max: 1n << 60n }).map(String),
    fc.bigInt({ min: MOST - 3n, max: MOST + 3n }).map(String),
    damaged(fc.nat().map(String)),
  );
  fc.assert(
    fc.property(numbers, (text) => {
      const value = /^[0-9]{1,400}$/.test(text) ? BigInt(text) : undefined;
      const isSafe = value !== undefined && value <= MOST;
      const isPlain = isSafe && (text === '0' || !text.startsWith('0'));
      assert.equal(parseDigits(text), isPlain ? Number(text) : undefined);
      if (isSafe) assert.equal(integerField({ n: text }, 'n', '$'), Number(text));
      else assert.throws(() => integerField({ n: text }, 'n', '$'), ShapeError);
    }),
    RUNS,
  );
});

test('a key is one segment of an address and comes back whole, or is refused by ShapeError', () => {
  fc.assert(
    fc.property(oddText(), (key) => {
      if (canTravel(key)) assert.equal(keyOf(decodeURIComponent(keySegment(key))), keyOf(key));
      let segment: string;
      try {
        segment = pathSegment(key);
      } catch (error) {
        assert.ok(error instanceof ShapeError && error.code === 'UNSUPPORTED');
        assert.ok(/^\.{0,2}$/.test(key) || !canTravel(key), 'a key is refused');
        return;
      }
      const url = new URL(`https://h.example/v1/records/${segment}/entries`);
      assert.equal(url.pathname + url.search + url.hash, `/v1/records/${segment}/entries`);
      assert.equal(decodeURIComponent(segment), key);
    }),
    RUNS,
  );
});

test('what is typed is the address of a register by http or https, or a problem in words', () => {
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
      if (!canTravel(text) || /^\.{0,2}$|\.(json|csv)$/.test(text)) return;
      const base = 'https://register.example/v1';
      const record = normaliseBase(`${base}/records/${encodeURIComponent(text)}`);
      assert.ok('base' in record && record.base === base, 'the base of a pasted record is another one');
      assert.equal(record.key, text);
    }),
    RUNS,
  );
});

test('whatever a Link header holds, the next page is at the origin that answered, or there is none', () => {
  const base = 'register.example/v1/records?page-index=2';
  const links = fc.oneof(
    fc.constantFrom(
      `https://${base}`,
      `https://other.example/x`,
      `http://${base}`,
      '?start=101',
      'javascript:1',
    ),
    oddText(),
  );
  const answered = fc.constantFrom(
    'https://register.example/v1/records?page-index=1',
    'http://[::1]:80/e?start=1',
  );
  fc.assert(
    fc.property(damaged(links.map((text) => `<${text}>; rel="next"`)), answered, (header, from) => {
      const found = readNextLink(header, from, from);
      if (found.kind !== 'next') return;
      const next = new URL(found.address);
      assert.equal(next.origin, new URL(from).origin);
      assert.equal(next.hash, '');
      for (const name of new URL(from).searchParams.keys()) assert.ok(next.searchParams.has(name), name);
    }),
    RUNS,
  );
});
