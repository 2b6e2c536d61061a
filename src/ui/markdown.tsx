import type { ReactNode } from 'react';
import { holdsUnseen, Literal } from './literal.tsx';
import styles from './markdown.module.css';

/**
 * Markdown shows the part of Markdown that registers' `text` values use: paragraphs, lists, emphasis, code and links. It makes elements, never markup out of
 * a string; only http and https addresses become links, and whatever it does not know stays as it was written.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles['markdown']}>
      {text
        .split(/\n\s*\n/)
        .filter((block) => block.trim() !== '')
        .map((block, index) => (
          <Block key={index} text={block} />
        ))}
    </div>
  );
}

const BULLET = /^\s*[-*+]\s+/;

function Block({ text }: { text: string }) {
  const lines = text.split('\n');
  if (lines.every((line) => BULLET.test(line))) {
    return (
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{inline(line.replace(BULLET, ''))}</li>
        ))}
      </ul>
    );
  }
  return <p>{inline(text)}</p>;
}

/** The marks in the order in which they are tried at each place; none may be empty or cross a line that is blank. */
const MARK =
  /`(?<code>[^`]+)`|\*\*(?<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])[*_](?<em>[^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])|\[(?<label>[^[\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)/;

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
