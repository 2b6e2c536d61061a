import type { AttributeValue } from '../../core/model.ts';
import { RichContext, type SetValue, type ValueProps } from './rich-context.ts';
import styles from './values.module.css';
import { lazy, type ReactNode, Suspense, use, useState } from 'react';
import { decideDefinition, type Definition, linkOf } from '../../core/definition.ts';
import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import { MEMBERS, useBatch } from '../show-more.tsx';
import { parseHash } from '../../core/hash.ts';
import { CopyButton, CopyHash } from '../hash/copy-button.tsx';
import { Markdown } from '../markdown.tsx';
import { PartialDate, Time } from '../time.tsx';
import { periodWords } from './period.ts';
import { isRealMoment } from '../../core/moment.ts';
import { saveText } from '../save-file.ts';

/** isUnset tells whether a value means "not set": null, the empty string, the empty list (wire notes, "Keys, values"). */
export function isUnset(value: AttributeValue | undefined): value is undefined | null {
  return value === undefined || value === null || value.length === 0;
}

/** isRedacted tells a value that the register withholds; its hash stands in for it (hashing.md, "Redaction"). */
export function isRedacted(value: string): boolean {
  return /^\*\*REDACTED\*\*(?:1220)?[0-9a-f]{64}$/.test(value);
}

/** Value shows one attribute's value by what is known of its attribute. A long one comes folded. Values are text: nothing in them is ever markup. */
export function Value(props: ValueProps) {
  const { value, unset = 'not set' } = props;
  if (isUnset(value)) return <span className={styles['unset']}>{unset}</span>;
  return <RichValue {...props} value={value} />;
}

/** RichValue shows a value that is set by all that is known of its attribute: its datatype, and the register its values lead to. */
export function RichValue({
  value,
  datatype,
  attribute = '',
  named = false,
  unset = 'not set',
}: ValueProps & { readonly value: SetValue }) {
  const definition = useDefinition(attribute, value, datatype);
  if (typeof value === 'string') return <TextValue {...{ value, attribute, definition, named }} />;
  return (
    <ListValue members={value}>
      {(member) =>
        member === '' ? (
          <span className={styles['unset']}>{unset}</span>
        ) : (
          <One {...{ value: member, attribute, definition, named }} />
        )
      }
    </ListValue>
  );
}

function TextValue(props: OneProps) {
  const { value, attribute, definition } = props;
  const [whole, setWhole] = useState(false);
  const shown = whole ? value : folded(value);
  if (shown.length < value.length)
    return (
      <>
        <Beginning text={shown} definition={definition} />
        <button type="button" className="more" onClick={() => setWhole(true)}>
          {`Show ${value.length > PIECE ? 'more of' : 'all'} ${formatNumber(value.length)} characters`}
        </button>
      </>
    );
  return value.length > PIECE ? <LongText text={value} name={fileNameOf(attribute)} /> : <One {...props} />;
}

function ListValue({
  members,
  children,
}: {
  members: readonly string[];
  children: (member: string) => ReactNode;
}) {
  const { shown, more } = useBatch(members, MEMBERS, 'members', { first: folded(members).length });
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((member, index) => (
          <li key={index}>{children(member)}</li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** What a server calls an attribute is no name for a file. */
function fileNameOf(attribute: string): string {
  return attribute.replaceAll(/[^\w-]+/g, '-').slice(0, 60) || 'value';
}

/** Beginning is the first part of a long text: part of an address or of a number is none. */
function Beginning({ text, definition }: { text: string; definition: Definition }) {
  return (
    <>
      <OneByType value={text} datatype={definition.datatype?.is === 'text' ? 'text' : 'string'} /> …
    </>
  );
}

/** useDefinition is what is known of an attribute, and where nobody states its datatype, what these values look like: of a long list the first MEMBERS. */
function useDefinition(attribute: string, value: SetValue, datatype: string | undefined): Definition {
  const known = use(RichContext)?.definitions.get(attribute);
  if (known?.datatype !== undefined) return known;
  const stated = datatype === undefined ? {} : { schema: { datatype } };
  const sample = typeof value === 'string' ? value : value.slice(0, MEMBERS);
  return { ...decideDefinition(attribute, stated, [sample]), ...known };
}

interface OneProps {
  readonly value: string;
  readonly attribute: string;
  readonly definition: Definition;
  readonly named: boolean;
}

function One({ value, attribute, definition, named }: OneProps) {
  const rich = use(RichContext);
  if (redactionOf(value) !== undefined)
    return (
      <span className={styles['redacted']} title={value}>
        redacted
        <span className="visually-hidden"> by the register; a hash stands in for it</span>
      </span>
    );
  const to = linkOf(value, definition);
  // The attribute that repeats the key leads to where the reader is.
  const repeatsKey = rich !== undefined && attribute === rich.own && to?.prefix === rich.own;
  if (to !== undefined && rich !== undefined && !repeatsKey) {
    const guessed = definition.datatype?.from === 'shape' && definition.register === undefined;
    return <rich.Link to={to} text={value} named={named} guessed={guessed} />;
  }
  if (to !== undefined)
    return (
      <span className="mono">
        <Literal text={value} />
      </span>
    );
  return <OneByType value={value} datatype={definition.datatype?.is} />;
}

const PlaceValue = lazy(async () => ({ default: (await import('./place-value.tsx')).PlaceValue }));

/** OneByType shows one text by its datatype; one that is not what its datatype says, and one of an unknown datatype, as the text it is. */
function OneByType({ value, datatype }: { value: string; datatype: string | undefined }) {
  const text = <Literal text={value} />;
  const type = datatype ?? 'string';
  switch (type) {
    case 'datetime':
      return isRealMoment(value) ? <PartialDate value={value} /> : text;
    case 'timestamp':
      return isRealMoment(value) ? <Time at={value} /> : text;
    case 'period': {
      const words = periodWords(value);
      return words === undefined ? text : <span title={value}>{words}</span>;
    }
    case 'url':
      return isWebAddress(value) ? (
        <a href={value} rel="noopener noreferrer nofollow" target="_blank">
          {text}
        </a>
      ) : (
        text
      );
    case 'text':
      // Of white space alone Markdown would leave nothing.
      return value.trim() === '' ? text : <Markdown text={value} />;
    case 'integer':
      return <span className={styles['number']}>{text}</span>;
    case 'hash': {
      const hash = parseHash(value, 'item') ?? parseHash(value, 'blob') ?? parseHash(value, 'bare');
      const spelling = value.startsWith('sha-256:') ? 'item' : value.length === 68 ? 'blob' : 'bare';
      return hash === undefined ? <Code>{text}</Code> : <CopyHash hash={hash} spelling={spelling} />;
    }
    case 'point':
    case 'polygon':
      return (
        <Suspense fallback={<Code>{text}</Code>}>
          <PlaceValue value={value} datatype={type} />
        </Suspense>
      );
    case 'curie':
    case 'name':
    case 'boolean':
      return <Code>{text}</Code>;
    default:
      return text;
  }
}

function Code({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>;
}

/** isWebAddress tells what may become a link: http and https, as the browser would read it, and nothing invisible in it. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(value) && URL.canParse(value);
}

/** PIECE is how many characters of a very long text are shown at once: a page with megabytes of text would stand still. */
export const PIECE = 20_000;

/** LongText shows a very long text piece by piece; all of it can be copied and saved at any time. `name` is what the file is called. */
export function LongText({ text, name }: { text: string; name: string }) {
  const [pieces, setPieces] = useState(1);
  const shown = piecesOf(text, pieces);
  const left = text.length - shown.reduce((sum, piece) => sum + piece.length, 0);
  return (
    <>
      {shown.map((piece, index) => (
        <Literal key={index} text={piece} />
      ))}
      {left > 0 && ' …'}
      <span className={styles['long']}>
        {left > 0 && (
          <button type="button" className="more" onClick={() => setPieces(pieces + 1)}>
            Show {formatNumber(Math.min(PIECE, left))} more of {formatNumber(text.length)} characters
          </button>
        )}
        <CopyButton text={text} label="Copy the whole text">
          Copy all
        </CopyButton>
        <button
          type="button"
          className="more"
          onClick={() => saveText(`${name}.txt`, text, 'text/plain;charset=utf-8')}
        >
          Save as a file
        </button>
      </span>
    </>
  );
}

/** piecesOf cuts the first `count` pieces off a text, and no character in two. */
export function piecesOf(text: string, count: number): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; pieces.length < count && from < text.length;) {
    const half = /[\uD800-\uDBFF]/.test(text.charAt(from + PIECE - 1)) && from + PIECE < text.length;
    const piece = text.slice(from, from + PIECE - (half ? 1 : 0));
    pieces.push(piece);
    from += piece.length;
  }
  return pieces;
}

/** Characters of a text, and members of a list, that are shown of a long one. */
const TEXT = 600;
const LIST = 6;

/** folded is what is shown of a long value at first: its beginning. One that is hardly longer than that is left whole. */
function folded(value: string): string;
function folded(value: readonly string[]): readonly string[];
function folded(value: SetValue): SetValue;
function folded(value: SetValue): SetValue {
  if (typeof value !== 'string') return value.length > LIST + 2 ? value.slice(0, LIST) : value;
  return value.length > TEXT * 2 ? value.slice(0, TEXT).replace(/[\uD800-\uDBFF]$/, '') : value;
}

/** redactionOf reads a value that the register withholds: a marker, `**REDACTED**` or `[REDACTED]`, followed by a hash or another hexadecimal text. Undefined where the value is an ordinary one. */
export function redactionOf(value: string): string | undefined {
  return /^(?:\*\*REDACTED\*\*|\[REDACTED\])([0-9a-f]{8,128})$/.exec(value)?.[1];
}

/** LinkedName is the name of the record that a value of an attribute leads to, as text; nothing where its attribute is not known to lead anywhere. */
export function LinkedName({ attribute, value }: { attribute: string; value: string }) {
  const rich = use(RichContext);
  const definition = rich?.definitions.get(attribute);
  const to = definition && linkOf(value, definition);
  if (rich === undefined || to === undefined || attribute === rich.own) return null;
  return <rich.NameOf to={to} />;
}

/** emptyWords says which of the empty values it is: all mean "not set" to a reader, but each hashes to something else (hashing.md). What is empty in a list that is not can only be a text. */
export function emptyWords(value: AttributeValue | undefined): string {
  if (value === undefined) return 'not in the data';
  if (value === null) return 'not set: null';
  return value.length === 0 && value !== '' ? 'not set: an empty list, []' : 'not set: an empty text, ""';
}
