import type { ReactNode } from 'react';
import { holdsUnseen, Literal } from './literal.tsx';
import styles from './text.module.css';

/** MARKDOWN_AT_MOST is the longest text read as Markdown, in characters. */
const MARKDOWN_AT_MOST = 20_000;

/**
 * Markdown shows the part of Markdown that registers' `text` values use: paragraphs, headings, lists,
 * quotes, fenced and inline code, emphasis and links. It creates elements, never markup from a string;
 * only http and https addresses become links, and unknown syntax stays text. Headings are strong
 * lines, so that a value does not change the outline of the page. A text of more than 20,000
 * characters is cut and shown unformatted.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      {text.length > MARKDOWN_AT_MOST ? (
        <p>
          <Literal text={text} />
        </p>
      ) : (
        blocksOf(text.replaceAll(/\r\n?/g, '\n')).map((block, index) => <Block key={index} block={block} />)
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
  // A mark with nothing after it is text.
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

/** The syntax tried at each place, in order; no match may be empty or cross a blank line. */
const MARK =
  /(?<!`)`(?<code>[^`]+)`(?!`)|\*\*(?<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])[*_](?<em>[^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])|\[(?<label>[^[\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)/;

type Marked = Partial<Record<string, string>>;

/** runsOf splits a text into plain text and what is marked, by the names of the groups of MARK. */
function runsOf(text: string): readonly (string | Marked)[] {
  const runs: (string | Marked)[] = [];
  let rest = text;
  for (let match = MARK.exec(rest); match !== null; match = MARK.exec(rest)) {
    runs.push(rest.slice(0, match.index), match.groups ?? {});
    rest = rest.slice(match.index + match[0].length);
  }
  return [...runs, rest].filter((run) => run !== '');
}

function inline(text: string): ReactNode[] {
  return runsOf(text).map((run, key) => (typeof run === 'string' ? plain(run, key) : element(run, key)));
}

/** plainText returns one line of prose without Markdown syntax, for lists. */
export function plainText(text: string): string {
  const wordsOf = ({ code, strong, em, label }: Marked): string =>
    code ?? plainText(strong ?? em ?? label ?? '');
  return runsOf(text.slice(0, PLAIN_AT_MOST))
    .map((run) => (typeof run === 'string' ? run : wordsOf(run)))
    .join('');
}

/** PLAIN_AT_MOST is the most characters in a line. */
const PLAIN_AT_MOST = 1_000;

/** Text is not isolated, so that a paragraph keeps its direction; invisible characters are named. */
function plain(text: string, key: number): ReactNode {
  return holdsUnseen(text) ? <Literal key={key} text={text} /> : text;
}

function element({ code, strong, em, label, href }: Marked, key: number): ReactNode {
  if (code !== undefined) return <code key={key}>{plain(code, 0)}</code>;
  if (strong !== undefined) return <strong key={key}>{inline(strong)}</strong>;
  if (em !== undefined) return <em key={key}>{inline(em)}</em>;
  return (
    <a key={key} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {plain(label ?? '', 0)}
    </a>
  );
}

/**
 * TextBlock is a part of a text: a heading, code, or a block of lines, without the
 * marks of heading and fence.
 */
interface TextBlock {
  readonly kind: 'code' | 'heading' | 'text';
  readonly lines: readonly string[];
}

// A run of ~ is taken whole, or each part of it would be tried again.
const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/;
const HEADING = /^\s{0,3}#{1,6}\s+(\S.*)$/s;

/**
 * blocksOf splits a text at blank lines, headings and code fences. It reads each line once, so
 * that its time is linear.
 */
export function blocksOf(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let fence: string | undefined;
  let open: string[] | undefined;
  const begin = (kind: TextBlock['kind']): string[] => {
    const lines: string[] = [];
    blocks.push({ kind, lines });
    return lines;
  };
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line)?.[1];
    if (fence !== undefined && line.trim() !== fence) open?.push(line);
    else if (fence !== undefined || line.trim() === '') fence = open = undefined;
    else if (mark !== undefined) {
      fence = mark;
      open = begin('code');
    } else if (heading !== undefined) {
      begin('heading').push(heading.replace(/\s#+\s*$/, '').trim());
      open = undefined;
    } else (open ??= begin('text')).push(line);
  }
  return blocks;
}
