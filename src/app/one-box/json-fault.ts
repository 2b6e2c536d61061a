/** JsonFault is where a text stops being JSON: line and column from 1, what stands there, what could. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
}

type Expecting = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or close' | 'end';

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\p{Cc}]*(?:(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])[^"\\\p{Cc}]*)*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** faultInJson finds the first place at which a text cannot go on to be JSON (RFC 8259); undefined where the text is JSON. Browsers name that place each in its own way, or not at all. */
export function faultInJson(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  for (;;) {
    at = end(SPACE, text, at) ?? at;
    if (at === text.length) return expecting === 'end' ? undefined : faultAt(text, at, expecting, open);
    const next = step(text, at, expecting, open);
    if (next === undefined) return faultAt(text, at, expecting, open);
    ({ at, expecting } = next);
  }
}

/** step takes one token, and says what may come after it; undefined where the token may not stand there. */
function step(
  text: string,
  at: number,
  expecting: Expecting,
  open: ('{' | '[')[],
): { readonly at: number; readonly expecting: Expecting } | undefined {
  const character = text[at];
  const after = (): Expecting => (open.length === 0 ? 'end' : ', or close');
  const closes = character === (open.at(-1) === '{' ? '}' : ']');
  switch (expecting) {
    case 'end':
      return undefined;
    case ':':
      return character === ':' ? { at: at + 1, expecting: 'value' } : undefined;
    case ', or close':
      if (character === ',') return { at: at + 1, expecting: open.at(-1) === '{' ? 'name' : 'value' };
      if (!closes) return undefined;
      open.pop();
      return { at: at + 1, expecting: after() };
    case 'name or }':
    case 'name': {
      const stop = end(STRING, text, at);
      if (stop !== undefined) return { at: stop, expecting: ':' };
      if (expecting === 'name' || !closes) return undefined;
      open.pop();
      return { at: at + 1, expecting: after() };
    }
    case 'value or ]':
    case 'value': {
      if (character === '{' || character === '[') {
        open.push(character);
        return { at: at + 1, expecting: character === '{' ? 'name or }' : 'value or ]' };
      }
      const stop = end(STRING, text, at) ?? end(SCALAR, text, at);
      if (stop !== undefined) return { at: stop, expecting: after() };
      if (expecting === 'value' || !closes) return undefined;
      open.pop();
      return { at: at + 1, expecting: after() };
    }
  }
}

function end(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

const IN_WORDS: Readonly<Record<Expecting, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  'name or }': 'a name in quotation marks or }',
  name: 'a name in quotation marks',
  ':': 'a colon',
  ', or close': '',
  end: 'the end',
};

function faultAt(text: string, at: number, expecting: Expecting, open: readonly ('{' | '[')[]): JsonFault {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const close = open.at(-1) === '{' ? 'a comma or }' : 'a comma or ]';
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const found =
    at === text.length
      ? 'the text ends'
      : character === '"' && /value|name/.test(expecting)
        ? 'a text begins that is not closed, or holds what must be escaped,'
        : `${character} stands`;
  return {
    line,
    column: at - before.lastIndexOf('\n'),
    found,
    expected: expecting === ', or close' ? close : IN_WORDS[expecting],
  };
}
