import { useState, type KeyboardEvent } from 'react';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { rangeText } from '../../ui/proof/words.ts';
import { outOfTurn } from './changes.ts';
import type { Copy, CopyChecks, CopyHash } from './copy.ts';
import { HashField } from './entry-editor.tsx';
import { Tool } from './field.tsx';
import type { EditorProps } from './item-editor.tsx';
import styles from './editors.module.css';

interface Props extends EditorProps {
  readonly copy: Copy;
  readonly checks: CopyChecks | undefined;
}

/** ProofEditor changes the hashes of the entry proof: each by itself, their order, and how many there are; folded at first on a phone. */
export function ProofEditor(props: Props) {
  const { copy, original } = props;
  const [unfolded] = useState(() => matchMedia('(width >= 600px)').matches);
  const moved = outOfTurn(copy.auditPath, original.auditPath.length);
  return (
    <Card title="Hashes of the proof">
      <details className={styles['fold']} open={unfolded}>
        <summary>{countOf(copy.auditPath.length, 'hash', 'hashes')}, from the leaf upwards</summary>
        {copy.auditPath.length === 0 ? (
          <p className={styles['quiet']}>
            {original.auditPath.length === 0
              ? 'The log has one entry, whose hash is the root: its proof has no hash.'
              : 'No hash is left.'}
          </p>
        ) : (
          <ol className={styles['path']}>
            {copy.auditPath.map((hash, index) => (
              <PathRow key={hash.id} {...props} hash={hash} index={index} moved={moved.has(hash.id)} />
            ))}
          </ol>
        )}
        <p className={styles['quiet']}>
          The side from which a hash joins is not among the things that can be changed: no proof states it. It
          follows from the entry number and the log size alone. Alt with ↑ or ↓ moves the hash that has the
          focus.
        </p>
      </details>
    </Card>
  );
}

function PathRow({
  original,
  copy,
  checks,
  hash,
  index,
  moved,
  onEdit,
  onRest,
}: Props & { readonly hash: CopyHash; readonly index: number; readonly moved: boolean }) {
  const { id } = hash;
  const place = index + 1;
  const last = copy.auditPath.length - 1;
  const move = (by: -1 | 1, focus: string): void => {
    if (copy.auditPath[index + by] !== undefined) onEdit({ kind: 'move-hash', id, by }, focus);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1, `hash ${id}`);
  };
  const drop = (): void => {
    const next = copy.auditPath[index + 1] ?? copy.auditPath[index - 1];
    onEdit({ kind: 'drop-hash', id }, next === undefined ? 'undo' : `remove ${next.id}`);
  };
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li onKeyDown={onKeyDown} data-focus={`hash ${id}`}>
      <span className={styles['place']} aria-hidden="true">
        {place}
      </span>
      <HashField
        list="auditPath"
        hash={hash}
        was={moved ? undefined : original.auditPath[id - 1]}
        name={`hash ${place} of the proof`}
        note={noteOf(original, checks, hash, index, moved)}
        onEdit={onEdit}
        onRest={onRest}
        tools={
          <>
            <Tool
              name={`Move hash ${place} up`}
              idle={index === 0}
              focusId={`up ${id}`}
              onClick={() => move(-1, `up ${id}`)}
            >
              ↑
            </Tool>
            <Tool
              name={`Move hash ${place} down`}
              idle={index === last}
              focusId={`down ${id}`}
              onClick={() => move(1, `down ${id}`)}
            >
              ↓
            </Tool>
            <Tool name={`Double hash ${place}`} onClick={() => onEdit({ kind: 'double-hash', id })}>
              Double
            </Tool>
            <Tool name={`Remove hash ${place}`} focusId={`remove ${id}`} onClick={drop}>
              Remove
            </Tool>
          </>
        }
      />
    </li>
  );
}

/** noteOf says where a hash joins, as the worker found, and how it came to stand here. */
function noteOf(
  original: Props['original'],
  checks: CopyChecks | undefined,
  { id }: CopyHash,
  index: number,
  moved: boolean,
): string {
  const step = checks?.entry.steps[index];
  const refused = checks?.entry.verdict.outcome === 'does-not-match';
  const joins =
    step === undefined
      ? refused
        ? 'joined to nothing: the proof is refused as a whole'
        : 'joined to nothing: the proof cannot be checked'
      : `joins from the ${step.side}, for ${rangeText(step.sentCovers)}`;
  if (id > original.auditPath.length) return `added · ${joins}`;
  return moved ? `sent in place ${id} · ${joins}` : joins;
}
