import type { BlobHashStep } from '../../core/blob-hash.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { LongText, PIECE } from '../../ui/values/value.tsx';
import styles from './item.module.css';
import { Literal } from '../../ui/literal.tsx';

/** HashSteps shows how the hash comes about: the canonical text and its one hash (items), or the hash of each attribute and of them all (blobs). */
export function HashSteps({ check }: { check: ItemCheck }) {
  return check.blobSteps === undefined ? <ItemSteps check={check} /> : <BlobSteps steps={check.blobSteps} />;
}

function ItemSteps({ check }: { check: ItemCheck }) {
  const bytes = new TextEncoder().encode(check.hashedText).length;
  const isLong = check.hashedText.length > PIECE;
  return (
    <Card title="How the hash is computed" note={`${countOf(bytes, 'byte')} hashed with SHA-256`}>
      <ol className={styles['steps']}>
        <li>
          <p>
            The item is written as canonical JSON: names in order, no spaces. These are the very bytes that
            were hashed, as UTF-8.
          </p>
          <pre className={styles['bytes']} tabIndex={0} aria-label="Canonical JSON">
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
          <p className={styles['result']}>
            {check.computed !== undefined && (
              <HashText hash={check.computed} compareWith={check.expected} digits="full" />
            )}
          </p>
        </li>
      </ol>
    </Card>
  );
}

/** BlobSteps are the last step and, of the others, as many as are asked for; all of them were hashed. */
function BlobSteps({ steps }: { steps: readonly BlobHashStep[] }) {
  const attributes = steps.filter((step) => step.kind === 'attribute');
  const whole = steps.filter((step) => step.kind === 'dict');
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  return (
    <Card
      title="How the hash is computed"
      note="objecthash: each name and value is hashed, then all the pairs in order"
    >
      <div className={styles['scroll']} role="region" aria-label="How the hash is computed" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">attribute</th>
              <th scope="col">hash of its name</th>
              <th scope="col">how the value is hashed</th>
              <th scope="col">hash of its value</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((step) => (
              <tr key={step.name}>
                <th scope="row">
                  <Literal text={step.name} most={NAME} />
                </th>
                <td>
                  <HashText hash={step.nameHash} />
                </td>
                <td>
                  {step.redacted
                    ? 'redacted: the hash was sent in its place'
                    : step.tag === 'u'
                      ? 'H(75 ‖ text)'
                      : `H(73 ‖ ${countOf(step.members?.length ?? 0, 'member hash', 'member hashes')} in order)`}
                </td>
                <td>
                  <HashText hash={step.valueHash} />
                </td>
              </tr>
            ))}
            {more !== null && (
              <tr>
                <td colSpan={4}>{more}</td>
              </tr>
            )}
            {whole.map((step) => (
              <tr key="dict" className={styles['last']}>
                <th scope="row">the blob</th>
                <td>–</td>
                <td>H(64 ‖ all pairs of hashes, in order)</td>
                <td>
                  <HashText hash={step.hash} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
