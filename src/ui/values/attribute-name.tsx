import type { ReactNode } from 'react';
import type { AttributeValue } from '../../core/model.ts';
import { isolated, Literal } from '../literal.tsx';
import { NAME } from '../show-more.tsx';
import { lazy, Part } from '../part.tsx';
import { PopupButton } from '../popup-button.tsx';
import styles from './values.module.css';

const AttributeCard = lazy(async () => (await import('./attribute-card.tsx')).AttributeCard);

/**
 * AttributeName is the name of an attribute; pressed, it opens its definition with
 * sources, and its exact value.
 */
export function AttributeName({
  attribute,
  value,
  more,
}: {
  attribute: string;
  value: AttributeValue | undefined;
  /** What else can be done with the value. */
  more?: ReactNode;
}) {
  return (
    <PopupButton
      className={styles.name}
      aria-label={`${isolated(attribute) || 'empty name'}: what it means`}
      popup={
        <Part>
          <AttributeCard attribute={attribute} value={value} more={more} />
        </Part>
      }
    >
      {attribute === '' ? <i>empty name</i> : <Literal text={attribute} most={NAME} />}
    </PopupButton>
  );
}
