import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../testing/hostile-json.ts';
import { canonicalBase } from './spellings.ts';

// RFC 3986, 6.2.2: the scheme, host and percent-encodings in one case, what is unreserved not encoded, no dots.
test.each([
  ['HTTPS://H.Example:443/%76%31/', 'https://h.example/v1'],
  ['https://h/%7ea/%41-%2d/%5f%2e%2E', 'https://h/~a/A--/_..'],
  ['https://h/a%2fb%3a/./c/%2E%2e/d//', 'https://h/a%2Fb%3A/d'],
  ['https://h/%2%65/%%41/%zz', 'https://h/%2%65/%%41/%zz'],
  ['https://h/caf\u00e9', 'https://h/caf%C3%A9'],
])('%s is %s', (base, canonical) => {
  expect(canonicalBase(base)).toBe(canonical);
});

test('a normal form stays as it is', () => {
  expect.hasAssertions();
  const part = fc.constantFrom('%', '2', '65', 'e', '.', '/', '%2e', '%2F', '%c3', 'a', '~');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const canonical = canonicalBase(`https://h/${parts.join('')}`);
      expect(canonicalBase(canonical)).toBe(canonical);
    }),
    RUNS,
  );
});
