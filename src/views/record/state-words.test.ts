import { describe, expect, it } from 'vitest';
import { anEntry } from '../../testing/builders.ts';
import { stateAt } from './state-at.ts';
import { agreementWords, newestAtWords } from './state-words.ts';

const at = (entryNumber: number) => anEntry(entryNumber, { key: 'GM' });
const trail = stateAt([at(69), at(150)], undefined);

describe('newestAtWords', () => {
  const words = (known: Parameters<typeof newestAtWords>[4], state = trail) =>
    newestAtWords('GM', state, 150, 197, known);

  it('calls a trail the server’s word', () => {
    expect(words({ kind: 'server' })).toMatchObject({
      state: 'not-checked',
      title: 'No newer entry for GM up to entry 197, says the server',
    });
    expect(words({ kind: 'server' }, stateAt([at(69), at(150)], at(150))).detail).toContain('snapshot');
    expect(words({ kind: 'server' }).detail).not.toContain('snapshot');
  });

  it('holds where the whole log was read', () => {
    expect(words({ kind: 'audit' }).state).toBe('holds');
    expect(words({ kind: 'copy', numbers: [69, 150], reread: 'not yet' }).state).toBe('holds');
  });

  it('does not match where the log has other versions, and the trail was read anew', () => {
    for (const numbers of [[150], [69, 150, 151], [69, 149], []]) {
      expect(words({ kind: 'copy', numbers, reread: 'done' }).state).toBe('does-not-match');
      for (const reread of ['not yet', 'failed'] as const)
        expect(words({ kind: 'copy', numbers, reread }).state).toBe('cannot-check');
    }
    expect(words({ kind: 'copy', numbers: [69, 150, 151], reread: 'done' }).detail).toContain(
      'entries 69, 150, 151',
    );
  });

  it('holds a trail that goes on beyond the copy against nobody', () => {
    const beyond = newestAtWords('GM', trail, 150, 149, { kind: 'copy', numbers: [69], reread: 'done' });
    expect(beyond.state).toBe('not-checked');
  });
});

describe('agreementWords', () => {
  it('is silent where there is one answer, or two that say the same', () => {
    expect(agreementWords(trail, 197, 'holds')).toBeUndefined();
    expect(agreementWords(stateAt([at(150)], at(150)), 197, 'holds')).toBeUndefined();
  });

  it('refutes a snapshot by a later entry only where that one is proved', () => {
    const later = stateAt([at(69), at(150)], at(69));
    expect(agreementWords(later, 197, 'holds')?.state).toBe('does-not-match');
    for (const outcome of ['cannot-check', 'does-not-match', 'not-checked', undefined] as const)
      expect(agreementWords(later, 197, outcome)?.state).toBe('cannot-check');
  });

  it('does not accuse a trail that may be of another age', () => {
    expect(agreementWords(stateAt([at(69)], at(150)), 197, 'holds')?.state).toBe('cannot-check');
    expect(agreementWords(stateAt([at(69)], { ...at(69), timestamp: 'x' }), 197, 'holds')?.state).toBe(
      'cannot-check',
    );
  });
});
