import { formatNumber } from '../../ui/format.ts';
import type { Listing } from './listing.ts';
import styles from './left-out.module.css';

/** LeftOut says that a register has more attributes than are offered here; nothing where all of them are. */
export function LeftOut({ listing }: { listing: Pick<Listing, 'attributes' | 'facets' | 'leftOut'> }) {
  const { attributes, facets, leftOut } = listing;
  const sentences = [
    ...sentence('columns', attributes.length, leftOut?.attributes ?? 0),
    ...sentence('filters', facets.length, leftOut?.facets ?? 0),
  ];
  if (sentences.length === 0) return null;
  return <p className={styles['note']}>{sentences.join(' ')}</p>;
}

function sentence(what: 'columns' | 'filters', offered: number, others: number): readonly string[] {
  if (others === 0) return [];
  const of = what === 'columns' ? 'attributes' : 'attributes with few values';
  return [
    `Of ${formatNumber(offered + others)} ${of} the ${formatNumber(offered)} that most records have are offered as ${what}.`,
  ];
}
