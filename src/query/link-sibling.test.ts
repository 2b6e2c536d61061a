import { describe, expect, test } from 'vitest';
import { siblingBase } from './link-sibling.ts';

describe('siblingBase', () => {
  test.each([
    ['https://country.register.gov.uk', 'https://currency.register.gov.uk'],
    ['https://country.register.gov.uk/v1', 'https://currency.register.gov.uk/v1'],
    ['http://127.0.0.1:8080/registers/country/v2', 'http://127.0.0.1:8080/registers/currency/v2'],
    ['https://example.org/country/', 'https://example.org/currency'],
    ['https://country.example.org/country/next', 'https://country.example.org/currency/next'],
    ['https://example.org/a%2Fb/country', 'https://example.org/a%2Fb/currency'],
  ])('beside %s is %s', (base, expected) => expect(siblingBase(base, 'country', 'currency')).toBe(expected));

  test.each([
    ['https://example.org/v2', 'country', 'currency'],
    ['https://country.example', 'country', 'currency'],
    ['https://countryside.register.gov.uk', 'country', 'currency'],
    ['https://country.register.gov.uk', '', 'currency'],
    ['https://country.register.gov.uk', 'country', 'evil.example/x'],
    ['https://country.register.gov.uk', 'country', '..'],
    ['https://country.register.gov.uk', 'country', 'x@y'],
    ['not an address', 'country', 'currency'],
  ])('there is none to be guessed from %s, %j and %j', (base, own, other) =>
    expect(siblingBase(base, own, other)).toBeUndefined(),
  );
});
