/**
 * What nobody can see in a text, or what turns the direction of the text after it: controls, format characters, lone surrogates, what Unicode says to show nothing
 * for, the blank of braille; and a space of another kind than the usual one where it ends the text or stands beside another. Left out is what stands where it belongs:
 * what joins the parts of an emoji, variants of an emoji or ideograph, and joiners inside words of scripts that need them (Arabic to Sinhala; UAX 31, 2.3).
 */
const UNSEEN =
  /(?!(?<=\p{ExtPict})\uFE0F|(?<=[#*\d])\uFE0F\u20E3|(?<=\p{ExtPict}\uFE0F?\p{EMod}?)\u200D\p{ExtPict}|(?<=\p{Ideo})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=[\u0600-\u0DFF])[\u200C\u200D][\u0600-\u0DFF])([\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\u2800]|(?<!\S)[^\S \n\t]|[^\S \n\t](?!\S))/u;

/** partsOf takes a text apart: at even places what can be seen, at odd ones a single character that cannot. */
export function partsOf(text: string): readonly string[] {
  return text.split(UNSEEN);
}

/** codeOf names a character by its code: U+202E. */
export function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** isUnseen reports whether a character that partsOf set apart has to be named: line feeds and tabs are not. */
export function isUnseen(character: string): boolean {
  return character !== '\n' && character !== '\t';
}

/** Characters of a text from outside that go into a sentence. */
const LONGEST = 400;

/**
 * isolated makes a text from outside fit for a sentence, a label or a title: what cannot be seen is named by its code, a very long one is cut, and it cannot turn the
 * direction of the text around it (first strong isolate, pop directional isolate; Unicode UAX 9). Short plain ASCII stays as it is.
 */
export function isolated(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  if (/^[ -~]*$/.test(cut)) return cut;
  const named = partsOf(cut).map((part, index) =>
    index % 2 === 0 || !isUnseen(part) ? part : `[${codeOf(part)}]`,
  );
  return `\u2068${named.join('')}\u2069`;
}
