import { type ReactNode, use } from 'react';
import { decideDefinition, type Definition, type DefinitionSource } from '../../core/definition.ts';
import type { AttributeValue } from '../../core/model.ts';
import { CopyButton } from '../hash.tsx';
import { isolated, Literal } from '../literal.tsx';
import { PopupButton } from '../popup-button.tsx';
import { NAME } from '../show-more.tsx';
import { DefinitionContext } from './definition-context.ts';
import { MarkedText } from './typed-text.tsx';
import styles from './values.module.css';

interface AttributeProps {
  readonly attribute: string;
  readonly value: AttributeValue | undefined;
  /** What else can be done with the value. */
  readonly more?: ReactNode;
}

/**
 * AttributeName is the name of an attribute; pressed, it opens its definition with
 * sources, and its exact value.
 */
export function AttributeName(props: AttributeProps) {
  const { attribute } = props;
  return (
    <PopupButton
      className={styles.name}
      aria-label={`${isolated(attribute) || 'empty name'}: what it means`}
      popup={<AttributeCard {...props} />}
    >
      {attribute === '' ? <i>empty name</i> : <Literal text={attribute} most={NAME} />}
    </PopupButton>
  );
}

/** AttributeCard shows the definition of an attribute with its sources, and its exact value. */
function AttributeCard({ attribute, value, more }: AttributeProps) {
  const stated = use(DefinitionContext)?.definitions.get(attribute);
  const definition = { ...decideDefinition(attribute, {}, value === undefined ? [] : [value]), ...stated };
  const raw = value === undefined ? undefined : JSON.stringify(value);
  return (
    <>
      <p className={styles.title}>
        {definition.title ? (
          <Literal text={definition.title.is} />
        ) : (
          <span className="mono">
            <Literal text={attribute} />
          </span>
        )}
      </p>
      {definition.text !== undefined && <MarkedText text={definition.text.is} />}
      <ul className="quiet">
        {factsOf(definition).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {raw !== undefined && (
        <div className={`quiet ${styles.raw}`}>
          <span>As it stands in the data</span>
          <CopyButton
            text={typeof value === 'string' ? value : raw}
            label={`Copy the value of ${isolated(attribute)} exactly`}
          />
          <pre className="bytes" tabIndex={0}>
            <Literal text={raw.length > 2_000 ? `${raw.slice(0, 2_000)} …` : raw} />
          </pre>
        </div>
      )}
      {more}
    </>
  );
}

const FROM: Record<DefinitionSource, string> = {
  schema: 'by the register’s own schema',
  system: 'by the register’s own definitions',
  'field-register': 'by the field register',
  shape: '',
};

/** factsOf returns the lines of a definition, each with its source. */
function factsOf({ datatype, cardinality, register, text }: Definition): readonly string[] {
  const declared = datatype?.from === 'shape' ? undefined : datatype;
  const facts = [
    [isolated(declared?.is ?? ''), declared],
    [cardinality?.is === 'n' ? 'Several values' : 'One value', cardinality],
    [`Keys of the register ${isolated(register?.is ?? '')}`, register],
    ['Described', text],
  ] as const;
  const lines = facts.flatMap(([words, fact]) => (fact ? `${words}: ${FROM[fact.from]}` : []));
  if (declared === undefined)
    lines.push(`No datatype declared. Shown as ${isolated(datatype?.is ?? 'string')}.`);
  return lines;
}
