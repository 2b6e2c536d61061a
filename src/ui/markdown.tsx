import type { ReactNode } from 'react';
import { holdsUnseen, Literal } from './literal.tsx';
import { blocksOf, type TextBlock } from './markdown-blocks.ts';
import styles from './markdown.module.css';

/** MARKDOWN_AT_MOST is up to how many characters a text is read as Markdown. */
const MARKDOWN_AT_MOST = 20_000;

/**
 * Markdown shows the part of Markdown that registers' `text` values use: paragraphs, headings, lists, quotes, fenced and inline code, emphasis and links. It makes
 * elements, never markup out of a string; only http and https addresses become links, and whatever it does not know stays as it was written. Headings are strong
 * lines, so that a value does not change the outline of the page. Of a text of more than 20,000 characters the beginning is shown as it was written.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles['markdown']}>
      {text.length > MARKDOWN_AT_MOST ? (
        <p>
          <Literal text={text} />
        </p>
      ) : (
        blocksOf(text).map((block, index) => <Block key={index} block={block} />)
      )}
    </div>
  );
}

const BULLET = /^\s*[-*+]\s+/;
const NUMBERED = /^\s*\d{1,9}[.)]\s+/;
const QUOTED = /^\s*>\s?/;

function Block({ block: { kind, lines } }: { block: TextBlock }) {
  const text = lines.join('\n');
  if (kind === 'code')
    return (
      <pre>
        <code>{plain(text, 0)}</code>
      </pre>
    );
  if (kind === 'heading')
    return (
      <p>
        <strong>{inline(text)}</strong>
      </p>
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
  if (numbered !== undefined) return <ol start={Number(/\d+/.exec(text)?.[0] ?? 1)}>{members(numbered)}</ol>;
  return <p>{inline(text)}</p>;
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
