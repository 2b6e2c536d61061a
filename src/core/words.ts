/** Word is one run of letters and digits in a text. */
interface Word {
  /** Folded: lower case, no accents. */
  readonly folded: string;
  /** Where it begins in the text, and where it ends (that position excluded), in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const PLAIN_WORD = /[a-z0-9]+/g;

/** Letters that Unicode does not decompose, with their common spelling in plain letters. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
]);

/** foldWord drops accents and capitals, so that "cote" finds "Côte" and "strasse" "Straße". */
export function foldWord(word: string): string {
  const bare = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[ßæœøđðłıþ]/g, (letter) => OTHERWISE.get(letter) ?? letter);
}

/** foldedWords lists the words of a text, folded. Text without letters and digits has none. */
export function foldedWords(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? [];
  return (text.match(WORD) ?? []).map(foldWord).filter((word) => word !== '');
}

/** wordsIn lists the words of a text with their places. */
export function wordsIn(text: string): readonly Word[] {
  return Array.from(text.matchAll(WORD), (found) => ({
    folded: foldWord(found[0]),
    start: found.index,
    end: found.index + found[0].length,
  })).filter(({ folded }) => folded !== '');
}
