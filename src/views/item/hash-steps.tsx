import type { BlobHashStep } from '../../core/blob-hash.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { LongText, PIECE } from '../../ui/values/value.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './item.module.css';
import { Literal } from '../../ui/literal.tsx';

/** HashSteps shows how the hash is computed: the canonical text and its one hash (items), or the hash of each attribute and of them all (blobs). */
export function HashSteps({ check }: { check: ItemCheck }) {
  return check.blobSteps === undefined ? <ItemSteps check={check} /> : <BlobSteps steps={check.blobSteps} />;
}

function ItemSteps({ check }: { check: ItemCheck }) {
  const bytes = new TextEncoder().encode(check.hashedText).length;
  const isLong = check.hashedText.length > PIECE;
  return (
    <Card title="How the hash is computed" note={`${countOf(bytes, 'byte')} hashed with SHA-256`}>
      <ol className="stack bullets">
        <li>
          <p>
            The item is written as canonical JSON: names in order, no spaces. These are the very bytes that
            were hashed, as UTF-8.
          </p>
          <pre className="bytes" tabIndex={0} aria-label="Canonical JSON">
            {isLong ? (
              <LongText text={check.hashedText} name="canonical-json" />
            ) : (
              <Literal text={check.hashedText} />
            )}
          </pre>
          {!isLong && (
            <CopyButton text={check.hashedText} label="Copy the canonical JSON">
              Copy bytes
            </CopyButton>
          )}
        </li>
        <li>
          <p>SHA-256 of those bytes:</p>
          <p className="wrap">
            {check.computed !== undefined && (
              <HashText hash={check.computed} compareWith={check.expected} digits="full" />
            )}
          </p>
        </li>
      </ol>
    </Card>
  );
}

const COLUMNS = ['attribute', 'hash of its name', 'how the value is hashed', 'hash of its value'];

/** BlobSteps shows the last step and as many of the others as requested; all were hashed. */
function BlobSteps({ steps }: { steps: readonly BlobHashStep[] }) {
  const attributes = steps.filter((step) => step.kind === 'attribute');
  const whole = steps.find((step) => step.kind === 'dict');
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  const title = 'How the hash is computed';
  return (
    <Card title={title} note="objecthash: each name and value is hashed, then all the pairs in order">
      <Table
        label={title}
        className={styles.table}
        columns={COLUMNS}
        rows={[
          ...shown.map((step) => ({
            key: step.name,
            cells: [
              <Literal key="name" text={step.name} most={NAME} />,
              <HashText key="hash" hash={step.nameHash} />,
              wayOf(step),
              <HashText key="value" hash={step.valueHash} />,
            ],
          })),
          {
            key: ' the blob',
            className: styles.last,
            cells: [
              'the blob',
              '–',
              'H(64 ‖ all pairs of hashes, in order)',
              whole && <HashText key="whole" hash={whole.hash} />,
            ],
          },
        ]}
      />
      {more}
    </Card>
  );
}

function wayOf(step: Extract<BlobHashStep, { kind: 'attribute' }>): string {
  if (step.redacted) return 'redacted: the hash was sent in its place';
  if (step.tag === 'u') return 'H(75 ‖ text)';
  return `H(73 ‖ ${countOf(step.members?.length ?? 0, 'member hash', 'member hashes')} in order)`;
}
