import { describe, expect, it } from 'vitest';
import { anEntry } from '../../testing/builders.ts';
import { stateAt } from './state-at.ts';

const at = (entryNumber: number, timestamp = '2020-01-01T00:00:00Z') =>
  anEntry(entryNumber, { key: 'k', timestamp });

describe('stateAt', () => {
  it('is what the trail says where there is no snapshot, and the other way round', () => {
    expect(stateAt([at(1), at(5)], undefined)).toEqual({ versions: [at(1), at(5)], agreement: undefined });
    expect(stateAt(undefined, at(5))).toEqual({ versions: [at(5)], agreement: undefined });
    expect(stateAt([], undefined).versions).toEqual([]);
    expect(stateAt(undefined, undefined).versions).toEqual([]);
  });

  it('holds snapshot and trail against each other', () => {
    expect(stateAt([at(1), at(5)], at(5)).agreement).toBe('same');
    expect(stateAt([at(1), at(5)], at(5, '1999-01-01T00:00:00Z')).agreement).toBe('another');
  });

  it('takes the later of two different answers', () => {
    expect(stateAt([at(1), at(5)], at(1))).toEqual({ versions: [at(1), at(5)], agreement: 'trail-later' });
    expect(stateAt([at(1)], at(5))).toEqual({ versions: [at(1), at(5)], agreement: 'snapshot-later' });
    expect(stateAt([], at(5))).toEqual({ versions: [at(5)], agreement: 'snapshot-later' });
  });
});
