import { use, useState, type ReactNode } from 'react';
import { decideDefinition, type Definition } from '../../core/definition.ts';
import { linkOf } from '../../core/link.ts';
import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import { MEMBERS, useBatch } from '../show-more.tsx';
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
  if (typeof value === 'string') return <TextValue {...{ value, attribute, definition, named }} />;
  return (
    <ListValue members={value}>
      {(member) =>
        member === '' ? (
          <span className={plain['unset']}>{unset}</span>
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
        <button type="button" className={styles['more']} onClick={() => setWhole(true)}>
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
      <ul className={plain['list']}>
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
