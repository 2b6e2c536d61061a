import { describe, expect, test } from 'vitest';
import { siblingBase } from './link-query.ts';

describe('siblingBase', () => {
  test.each([
    ['https://country.register.gov.uk', 'https://currency.register.gov.uk'],
    ['https://country.register.gov.uk/v1', 'https://currency.register.gov.uk/v1'],
    ['https://country.registers.example.co.uk:8443', 'https://currency.registers.example.co.uk:8443'],
    ['http://127.0.0.1:8080/registers/country/v2', 'http://127.0.0.1:8080/registers/currency/v2'],
    ['https://example.org/country/', 'https://example.org/currency'],
    ['https://country.example.org/country/next', 'https://country.example.org/currency/next'],
    ['https://someone.github.io/country', 'https://someone.github.io/currency'],
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

  test.each([
    'country.example.org',
    'country.co.uk',
    'country.co.uk.',
    'country.github.io',
    'country.pages.dev',
    'country.netlify.app',
    'country.herokuapp.com',
    'country.azurewebsites.net',
    'country.team.pages.dev',
    'country.acme.workers.dev',
    'country.s3.eu-west-1.amazonaws.com',
    'country.uc.r.appspot.com',
    'country.z6.web.core.windows.net',
    'country.127.0.0.1.nip.io',
  ])('the neighbours of %s may be other people’s', (host) =>
    expect(siblingBase(`https://${host}`, 'country', 'field')).toBeUndefined(),
  );

  test('every guess is at the same origin or under the same domain of three labels or more', () => {
    for (const base of ['https://country.register.gov.uk/x/country', 'https://country.a.b.example']) {
      const [from, to] = [new URL(base), new URL(siblingBase(base, 'country', 'field') ?? '')];
      const domain = from.hostname.split('.').slice(1);
      expect(domain.length).toBeGreaterThanOrEqual(3);
      expect(to.origin === from.origin || to.hostname === ['field', ...domain].join('.')).toBe(true);
    }
  });
});
