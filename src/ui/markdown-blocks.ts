/** TextBlock is a part of a text: a heading and code are told by their marks, of the rest only that it stands together. */
export interface TextBlock {
  readonly kind: 'code' | 'heading' | 'text';
  /** Without the marks of heading and fence; a heading has one line. */
  readonly lines: readonly string[];
}

// A run of ~ is taken whole, or each part of it would be tried anew.
const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/;

/**
 * blocksOf parts a text at its blank lines, its headings, and the fences of its code; a fence that is not closed is text. It looks at each line once, so that the time grows with the
 * text alone, whatever stands in it.
 */
export function blocksOf(text: string): readonly TextBlock[] {
  const lines = text.split('\n');
  const ends = fenceEnds(lines);
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push({ kind: 'text', lines: open });
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const end = ends.get(at);
    const heading = headingOf(line);
    if (end !== undefined) {
      close();
      blocks.push({ kind: 'code', lines: lines.slice(at + 1, end) });
      at = end;
    } else if (heading !== undefined) {
      close();
      blocks.push({ kind: 'heading', lines: [heading] });
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return blocks;
}

/** fenceEnds says of each line that may open code which line would close it: the next one of that very mark and nothing else. */
function fenceEnds(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<string, number>();
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1];
    const end = mark === undefined ? undefined : next.get(mark);
    if (end !== undefined) ends.set(at, end);
    const whole = line.trim();
    if (whole.startsWith('```') || whole.startsWith('~~~')) next.set(whole, at);
  }
  return ends;
}

/** headingOf is the words of a heading, without the marks at either end; a mark with nothing behind it is text. */
function headingOf(line: string): string | undefined {
  const mark = /^\s{0,3}#{1,6}(?=\s)/.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const words = line.slice(mark.length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const bare = /\s/.test(words[end - 1] ?? '') ? words.slice(0, end).trimEnd() : words;
  return bare === '' ? undefined : bare;
}
