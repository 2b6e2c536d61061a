import type { ReactNode } from 'react';
import { holdsUnseen, Literal } from './literal.tsx';
import styles from './markdown.module.css';

/**
 * Markdown shows the part of Markdown that registers' `text` values use: paragraphs, headings, lists, quotes, fenced and inline code, emphasis and links. It makes
 * elements, never markup out of a string; only http and https addresses become links, and whatever it does not know stays as it was written. Headings are strong
 * lines, so that a value does not change the outline of the page.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles['markdown']}>
      {blocksOf(text).map(({ kind, lines }, index) =>
        kind === 'code' ? (
          <pre key={index}>
            <code>{plain(lines.join('\n'), 0)}</code>
          </pre>
        ) : (
          <Block key={index} lines={lines} />
        ),
      )}
    </div>
  );
}

interface TextBlock {
  readonly kind: 'code' | 'text';
  readonly lines: string[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;

/** blocksOf parts a text at its blank lines and at the fences of its code. A fence that is not closed is text. */
function blocksOf(text: string): readonly TextBlock[] {
  const lines = text.split('\n');
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.some((line) => line.trim() !== '')) blocks.push({ kind: 'text', lines: open });
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const end = fence === undefined ? -1 : lines.findIndex((one, n) => n > at && one.trim() === fence);
    if (end > at) {
      close();
      blocks.push({ kind: 'code', lines: lines.slice(at + 1, end) });
      at = end;
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return blocks;
}

const BULLET = /^\s*[-*+]\s+/;
const NUMBERED = /^\s*\d{1,9}[.)]\s+/;
const QUOTED = /^\s*>\s?/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/;

function Block({ lines }: { lines: readonly string[] }) {
  const [first = '', ...rest] = lines;
  const heading = HEADING.exec(first)?.[1];
  if (heading !== undefined)
    return (
      <>
        <p>
          <strong>{inline(heading)}</strong>
        </p>
        {rest.length > 0 && <Block lines={rest} />}
      </>
    );
  // A mark with nothing behind it is text.
  const without = (mark: RegExp): readonly string[] | undefined =>
    lines.every((line) => mark.test(line) && line.replace(mark, '').trim() !== '')
      ? lines.map((line) => line.replace(mark, ''))
      : undefined;
  const quoted = without(QUOTED);
  if (quoted !== undefined) return <blockquote>{inline(quoted.join('\n'))}</blockquote>;
  const listed = without(BULLET);
  if (listed !== undefined) return <ul>{members(listed)}</ul>;
  const numbered = without(NUMBERED);
  if (numbered !== undefined) return <ol start={Number(/\d+/.exec(first)?.[0] ?? 1)}>{members(numbered)}</ol>;
  return <p>{inline(lines.join('\n'))}</p>;
}

function members(lines: readonly string[]): ReactNode {
  return lines.map((line, index) => <li key={index}>{inline(line)}</li>);
}

/** The marks in the order in which they are tried at each place; none may be empty or cross a line that is blank. */
const MARK =
  /(?<!`)`(?<code>[^`]+)`(?!`)|\*\*(?<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])[*_](?<em>[^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])|\[(?<label>[^[\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)/;

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let rest = text;
  for (let match = MARK.exec(rest); match !== null; match = MARK.exec(rest)) {
    if (match.index > 0) parts.push(plain(rest.slice(0, match.index), parts.length));
    parts.push(element(match.groups ?? {}, parts.length));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== '') parts.push(plain(rest, parts.length));
  return parts;
}

/** Text goes in as it is, so that a paragraph keeps its direction; characters that cannot be seen are named. */
function plain(text: string, key: number): ReactNode {
  return holdsUnseen(text) ? <Literal key={key} text={text} /> : text;
}

function element({ code, strong, em, label, href }: Partial<Record<string, string>>, key: number): ReactNode {
  if (code !== undefined) return <code key={key}>{plain(code, 0)}</code>;
  if (strong !== undefined) return <strong key={key}>{inline(strong)}</strong>;
  if (em !== undefined) return <em key={key}>{inline(em)}</em>;
  return (
    <a key={key} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {plain(label ?? '', 0)}
    </a>
  );
}
