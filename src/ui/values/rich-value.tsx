import { use, useState } from 'react';
import { decideDefinition, type Definition } from '../../core/definition.ts';
import { linkOf } from '../../core/link.ts';
import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import { folded } from './fold.ts';
import { LongText, PIECE } from './long-text.tsx';
import { OneByType } from './one-by-type.tsx';
import { RichContext, type SetValue, type ValueProps } from './rich-context.ts';
import { redactionOf } from './redaction.ts';
import styles from './rich-value.module.css';
import plain from '../value.module.css';

/** RichValue shows a value that is set by all that is known of its attribute: its datatype, and the register its values lead to. */
export function RichValue({
  value,
  datatype,
  attribute = '',
  named = false,
  unset = 'not set',
}: ValueProps & { readonly value: SetValue }) {
  const definition = useDefinition(attribute, value, datatype);
  const [more, setMore] = useState(0);
  const shown = more === 0 ? folded(value) : typeof value === 'string' ? value : value.slice(0, more);
  const one = (member: string) =>
    member === '' ? (
      <span className={plain['unset']}>{unset}</span>
    ) : (
      <One value={member} attribute={attribute} definition={definition} named={named} />
    );
  const rest = value.length - shown.length;
  return (
    <>
      {typeof shown === 'string' ? (
        rest > 0 ? (
          <Beginning text={shown} definition={definition} />
        ) : shown.length > PIECE ? (
          <LongText text={shown} name={fileNameOf(attribute)} />
        ) : (
          one(shown)
        )
      ) : (
        <ul className={plain['list']}>
          {shown.map((member, index) => (
            <li key={index}>{one(member)}</li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button type="button" className={styles['more']} onClick={() => setMore(more + MEMBERS)}>
          {moreWords(value, more)}
        </button>
      )}
    </>
  );
}

/** MEMBERS is how many members of a list are shown at once. */
const MEMBERS = 500;

function moreWords(value: SetValue, shown: number): string {
  const all = formatNumber(value.length);
  if (typeof value === 'string')
    return value.length > PIECE ? `Show more of ${all} characters` : `Show all ${all} characters`;
  return value.length - shown > MEMBERS ? `Show ${MEMBERS} more of ${all}` : `Show all ${all}`;
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

/** useDefinition is what is known of an attribute, and where nobody states its datatype, what these values look like. */
function useDefinition(attribute: string, value: SetValue, datatype: string | undefined): Definition {
  const known = use(RichContext)?.definitions.get(attribute);
  if (known?.datatype !== undefined) return known;
  const stated = datatype === undefined ? {} : { schema: { datatype } };
  return { ...decideDefinition(attribute, stated, [value]), ...known };
}

function One({
  value,
  attribute,
  definition,
  named,
}: {
  value: string;
  attribute: string;
  definition: Definition;
  named: boolean;
}) {
  const rich = use(RichContext);
  if (redactionOf(value) !== undefined)
    return (
      <span className={plain['redacted']} title={value}>
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
