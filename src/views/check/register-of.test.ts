import { describe, expect, it } from 'vitest';
import { registerAtOrigin, registerOf } from './register-of.ts';

const OWN = 'https://site.example/app/registers';

describe('registerOf', () => {
  it('names a register of this site by its place', () => {
    expect(registerOf({ address: `${OWN}/country/earlier`, place: 'country~earlier' }, OWN)).toEqual({
      kind: 'bundled',
      name: 'country',
      mount: 'earlier',
    });
  });

  it('names a register of another site by its address, whatever its place is called', () => {
    const address = 'https://other.example/registers/country/v2';
    expect(registerOf({ address, place: 'country' }, OWN)).toEqual({ kind: 'remote', base: address });
  });

  it('names an opened file by its place', () => {
    expect(registerOf({ address: 'x', place: 'file:tree-8d92e1e0' }, OWN)).toEqual({
      kind: 'file',
      file: 'tree-8d92e1e0',
      mount: 'v2',
    });
  });

  it('leads nowhere by any other address', () => {
    for (const address of [
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//other.example',
      `${OWN}evil/country`,
    ])
      expect(registerOf({ address, place: '../..' }, OWN)?.kind ?? 'none').toMatch(/none|remote/);
    expect(registerOf({ address: 'javascript:alert(1)', place: 'country' }, OWN)).toBeUndefined();
  });
});

describe('registerAtOrigin', () => {
  it('names a register of this site by its place, and any other by its address', () => {
    const at = (origin: string) => registerAtOrigin(origin, OWN);
    expect(at('site.example/app/registers/country/earlier')).toEqual({
      register: { kind: 'bundled', name: 'country', mount: 'earlier' },
      address: `${OWN}/country/earlier`,
    });
    expect(at('site.example/app/registers/unfaithful/v2%2Bfork')?.register).toEqual({
      kind: 'bundled',
      name: 'unfaithful',
      mount: 'v2+fork',
    });
    expect(at('other.example/registers/country/v2')?.register).toEqual({
      kind: 'remote',
      base: 'https://other.example/registers/country/v2',
    });
  });

  it('uses the scheme of this site for what this site serves', () => {
    const found = registerAtOrigin('localhost:8080/registers/country/v2', 'http://localhost:8080/registers');
    expect(found?.address).toBe('http://localhost:8080/registers/country/v2');
  });

  it('leads nowhere by what is no address', () => {
    for (const origin of ['a key', '[', '%', 'site.example/app/registers/../x/v2'])
      expect(registerAtOrigin(origin, OWN)?.register.kind ?? 'none').toMatch(/none|remote/);
  });
});
