import type { AttributeValue, Item } from '../../core/model.ts';
import { DefinitionContext, type SetValue, type ValueProps } from './definition-context.ts';
import styles from './values.module.css';
import { use, useState } from 'react';
import { decideDefinition, type Definition, linkOf } from '../../core/definition.ts';
import { formatNumber } from '../format.ts';
import { beginningOf, Literal } from '../literal.tsx';
import { MEMBERS, useBatch } from '../show-more.tsx';
import { CopyButton } from '../hash.tsx';
import { OneByType } from './typed-text.tsx';

/**
 * isUnset reports whether a value means "not set": null, the empty string, the empty list
 * (api/servers.md, "Keys and values").
 */
export function isUnset(value: AttributeValue | undefined): value is undefined | null {
  return value === undefined || value === null || value.length === 0;
}

/**
 * isRedacted reports whether the register withholds a value: it is `**REDACTED**` or `[REDACTED]`, followed
 * by a hash or another hexadecimal text.
 */
function isRedacted(value: string): boolean {
  return /^(?:\*\*REDACTED\*\*|\[REDACTED\])[0-9a-f]{8,128}$/.test(value);
}

/** NAMING are the attributes that name a thing, best first. */
const NAMING = [/^name$/, /^(?:title|hostname)$/, /-(?:name|title)$/];

/** isNaming reports whether an attribute may name what its record is about. */
export function isNaming(attribute: string): boolean {
  return NAMING.some((naming) => naming.test(attribute));
}

/** nameOf returns what names the thing that data is about: its name, else a title, a hostname or the like. */
export function nameOf(item: Item | undefined): string | undefined {
  for (const naming of NAMING)
    for (const [attribute, value] of item ?? [])
      if (naming.test(attribute) && typeof value === 'string' && value !== '' && !isRedacted(value))
        return value;
  return undefined;
}

/**
 * Value shows one attribute's value by its definition, a long one folded. Values are text:
 * nothing in them is ever markup.
 */
export function Value(props: ValueProps) {
  const { value, unset = 'not set' } = props;
  if (isUnset(value)) return <span className="faint">{unset}</span>;
  return <DefinedValue {...props} value={value} />;
}

/** DefinedValue shows a set value by its attribute's datatype and the register its values point to. */
export function DefinedValue({
  value,
  datatype,
  attribute = '',
  named = false,
  unset = 'not set',
}: Omit<ValueProps, 'value'> & { readonly value: SetValue }) {
  const definition = useDefinition(attribute, value, datatype);
  const shared = { attribute, definition, named };
  const [isWhole, setWhole] = useState(false);
  const members = typeof value === 'string' ? [] : value;
  const first = members.length > LIST + 2 ? LIST : members.length;
  const { shown, more } = useBatch(members, MEMBERS, 'members', { first });
  if (typeof value !== 'string')
    return (
      <>
        <ul
          className={styles.list}
          data-named={(named && linkOf(shown[0] ?? '', definition) !== undefined) || undefined}
        >
          {shown.map((member, index) => (
            <li key={index}>
              {member === '' ? <span className="faint">{unset}</span> : <One value={member} {...shared} />}
            </li>
          ))}
        </ul>
        {more}
      </>
    );
  if (value.length > TEXT * 2 && !isWhole)
    return (
      <>
        {/* Part of an address or of a number is none. */}
        <OneByType
          value={beginningOf(value, TEXT)}
          datatype={definition.datatype?.is === 'text' ? 'text' : 'string'}
        />{' '}
        …
        <button type="button" className="more" onClick={() => setWhole(true)}>
          {`Show ${value.length > PIECE ? 'more of' : 'all'} ${formatNumber(value.length)} characters`}
        </button>
      </>
    );
  return value.length <= PIECE ? <One value={value} {...shared} /> : <LongText text={value} />;
}

/**
 * The characters of a long text, and members of a long list, shown at first. A slightly
 * longer one is shown whole.
 */
const TEXT = 600;
const LIST = 6;

/**
 * useDefinition returns the definition of an attribute; an unstated datatype is guessed from these values, of
 * a long list the first MEMBERS.
 */
function useDefinition(attribute: string, value: SetValue, datatype: string | undefined): Definition {
  const known = use(DefinitionContext)?.definitions.get(attribute);
  if (known?.datatype !== undefined) return known;
  const stated = datatype === undefined ? {} : { schema: { datatype } };
  const sample = typeof value === 'string' ? value : value.slice(0, MEMBERS);
  return { ...decideDefinition(attribute, stated, [sample]), ...known };
}

interface ValueMemberProps {
  readonly value: string;
  readonly attribute: string;
  readonly definition: Definition;
  readonly named: boolean;
}

function One({ value, attribute, definition, named }: ValueMemberProps) {
  const context = use(DefinitionContext);
  if (isRedacted(value))
    return (
      <span className="tag sand" title={value}>
        redacted
        <span className="visually-hidden"> by the register; a hash stands in for it</span>
      </span>
    );
  const to = linkOf(value, definition);
  if (to === undefined) return <OneByType value={value} datatype={definition.datatype?.is} />;
  // The attribute that repeats the key would link to this page.
  if (context === undefined || (attribute === context.own && to.prefix === context.own))
    return <OneByType value={value} datatype="name" />;
  const guessed = definition.datatype?.from === 'shape' && definition.register === undefined;
  return <context.Link to={to} text={value} named={named} guessed={guessed} />;
}

/**
 * PIECE is how many characters of a very long text are shown at once: megabytes of
 * text would freeze the page.
 */
const PIECE = 20_000;

/**
 * LongText shows a text that may be very long in pieces, as bytes with this name if it has one; all of it
 * can be copied at any time.
 */
export function LongText({ text, name }: { text: string; name?: string }) {
  const [most, setMost] = useState(PIECE);
  const left = text.length - most;
  const shown = <Literal text={text} most={most} />;
  return (
    <>
      {name === undefined ? (
        shown
      ) : (
        <pre className="bytes" tabIndex={0} aria-label={name}>
          {shown}
        </pre>
      )}
      <span className={styles.long}>
        {left > 0 && (
          <button type="button" className="more" onClick={() => setMost(most + PIECE)}>
            Show {formatNumber(Math.min(PIECE, left))} more of {formatNumber(text.length)} characters
          </button>
        )}
        <CopyButton text={text}>Copy all</CopyButton>
      </span>
    </>
  );
}

/**
 * LinkedName is the name of the record that an attribute's value points to, as text; empty if the
 * attribute is not a known link.
 */
export function LinkedName({ attribute, value }: { attribute: string; value: string }) {
  const context = use(DefinitionContext);
  const definition = context?.definitions.get(attribute);
  const to = definition && linkOf(value, definition);
  if (context === undefined || to === undefined || attribute === context.own) return null;
  return <context.NameOf to={to} />;
}

/**
 * emptyWords names an empty value: all mean "not set" to a reader, but each has another hash (core/hashing.md, "Items"). An
 * empty member of a list can only be a text.
 */
export function emptyWords(value: AttributeValue | undefined): string {
  if (value === undefined) return 'not in the data';
  if (value === null) return 'not set: null';
  return value.length === 0 && value !== '' ? 'not set: an empty list, []' : 'not set: an empty text, ""';
}
