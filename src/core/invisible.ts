/**
 * Characters that are invisible or change the text direction: controls, format characters, lone surrogates,
 * default ignorables, the braille blank; and an unusual space that ends the text or is next to another space.
 * Not included are characters in their proper place: emoji joiners, variation selectors of an emoji or
 * ideograph, and joiners inside words of scripts that need them (Arabic to Sinhala; UAX 31, 2.3).
 */
const UNSEEN =
  /(?!(?<=\p{ExtPict})\uFE0F|(?<=[#*\d])\uFE0F\u20E3|(?<=\p{ExtPict}\uFE0F?\p{EMod}?)\u200D\p{ExtPict}|(?<=\p{Ideo})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=[\u0600-\u0DFF])[\u200C\u200D][\u0600-\u0DFF])([\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\u2800]|(?<!\S)[^\S \n\t]|[^\S \n\t](?!\S))/u;

/** partsOf splits a text: visible text at even indexes, a single invisible character at odd ones. */
export function partsOf(text: string): readonly string[] {
  return text.split(UNSEEN);
}

/** codeOf returns the code of a character: U+202E. */
export function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** isUnseen reports whether to name an invisible character by its code: any that does not break a line. */
export function isUnseen(character: string): boolean {
  return character !== '\n' && character !== '\r';
}

/** The most characters of an external text in a sentence. */
const LONGEST = 400;

/**
 * isolated makes an external text fit for a sentence, a label or a title: invisible characters are named by
 * their codes, a long text is cut, and it cannot change the direction of the text around it (first strong
 * isolate, pop directional isolate; Unicode UAX 9). Short plain ASCII stays as it is.
 */
export function isolated(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  if (/^[ -~]*$/.test(cut)) return cut;
  const named = partsOf(cut).map((part, index) =>
    index % 2 === 0 || !isUnseen(part) ? part : `[${codeOf(part)}]`,
  );
  return `\u2068${named.join('')}\u2069`;
}
