import { describe, expect, it } from 'vitest';
import { labelLines, textWidth, widest, wrappedLines } from './label-lines.ts';

const range = { first: 4_194_305, last: 8_388_608 };

describe('labelLines', () => {
  it('takes the fewest lines that fit', () => {
    expect(labelLines(range, 400, 12)).toEqual(['entries 4,194,305–8,388,608']);
    expect(labelLines({ first: 201, last: 208 }, 62, 11)).toEqual(['entries', '201–208']);
    expect(labelLines(range, 130, 12)).toEqual(['entries', '4,194,305–8,388,608']);
    expect(labelLines({ first: 1, last: 2 ** 40 }, 120, 12)).toEqual(['entries 1–', '1,099,511,627,776']);
    expect(labelLines(range, 80, 12)).toEqual(['entries', '4,194,305–', '8,388,608']);
    expect(labelLines(range, 50, 12)).toEqual(['entries', '4,194,', '305–', '8,388,', '608']);
  });

  it('loses no digit however little room there is', () => {
    expect(labelLines(range, 1, 12).join('')).toBe('entries4,194,305–8,388,608');
    expect(labelLines({ first: 5, last: 5 }, 1, 12)).toEqual(['entry', '5']);
  });

  it('fits the largest numbers in half a phone', () => {
    const lines = labelLines({ first: 2 ** 52 + 1, last: Number.MAX_SAFE_INTEGER }, 116, 11);
    expect(lines).toEqual(['entries', '4,503,599,', '627,370,497–', '9,007,199,', '254,740,991']);
    expect(widest(lines, 11)).toBeLessThan(116);
  });
});

describe('wrappedLines', () => {
  it('needs one line where the sentence fits', () => {
    expect(wrappedLines('equals the published root', 400, 13)).toBe(1);
  });

  it('needs more in a narrower column, and enough for one long word', () => {
    const sentence = 'cannot be checked: unknown leaf rule';
    expect(wrappedLines(sentence, 120, 13)).toBeGreaterThan(wrappedLines(sentence, 200, 13));
    expect(wrappedLines('x'.repeat(100), 100, 13)).toBeGreaterThanOrEqual(
      Math.floor(textWidth('x'.repeat(100), 13) / 100),
    );
  });
});
