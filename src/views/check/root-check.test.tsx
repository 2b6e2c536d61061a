import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { RememberedHead } from '../../query/remembered-query.ts';
import { rootCheck } from './root-check.tsx';

const ROOT = 'a'.repeat(64) as Hash;
const OTHER = 'b'.repeat(64) as Hash;
const inFile = { logSize: 7, rootHash: ROOT };
const seen: RememberedHead = { ...inFile, lastSeenMs: Date.UTC(2026, 10, 21) };
const takenOver: RememberedHead = { ...seen, importedAtMs: Date.UTC(2026, 10, 22) };

function said(remembered: RememberedHead | null) {
  const { state, title, detail } = rootCheck(inFile, remembered, 'A file cannot show it.');
  const words = renderToStaticMarkup(
    <>
      {title} {detail}
    </>,
  );
  return { state, words: words.replaceAll(/<[^>]*>/g, '') };
}

describe('whether the root in a file is the register’s', () => {
  test('holds only where the register showed this browser that very root', () => {
    expect(said(seen)).toEqual({ state: 'holds', words: expect.stringContaining('showed this browser') });
    expect(said({ ...seen, rootHash: OTHER }).state).toBe('does-not-match');
    expect(said({ logSize: 8, rootHash: OTHER, lastSeenMs: seen.lastSeenMs }).state).toBe('not-checked');
    expect(said(null).state).toBe('not-checked');
  });

  test('does not match where this browser remembers that very root for another log size', () => {
    expect(said({ ...seen, logSize: 8 })).toEqual({
      state: 'does-not-match',
      words: expect.stringMatching(/for 8 entries; the file says 7 entries/),
    });
  });

  test('does not hold by a root that was itself taken over from a file, and says so', () => {
    const { state, words } = said(takenOver);
    expect(state).toBe('not-checked');
    expect(words).toMatch(/took it over from a file on 22 Nov(ember)? 2026/);
    expect(words).toContain('has not shown that root to this browser');
    expect(words).not.toContain('showed this browser');
  });

  test('does not match where two files differ, without saying that the register showed either', () => {
    const { state, words } = said({ ...takenOver, rootHash: OTHER });
    expect(state).toBe('does-not-match');
    expect(words).toMatch(/taken over from a file on 22 Nov(ember)? 2026/);
    expect(words).not.toContain('showed this browser');
  });
});
