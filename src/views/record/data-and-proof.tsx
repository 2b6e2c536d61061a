import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Register } from '../../core/model.ts';
import { useProveAnother } from '../../query/use-entry-check.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RecordName } from '../../ui/paths.ts';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import type { PlayedValue } from '../../ui/proof/proof-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type CheckedVersion, itemOf, problemOf } from '../shared/checked-versions.ts';
import { SinceTable } from './since-table.tsx';
import type { TamperedCopy } from './tamper-card.tsx';
import { type ShownVersion, useAsked } from './use-record.ts';
import { useUnverified } from '../shared/page-verdict.tsx';
import { EntryData } from '../shared/entry-data.tsx';
import styles from './record.module.css';

// Loaded when a reader changes a copy, or compares two versions.
const TamperCard = lazy(async () => ({ default: (await import('./tamper-card.tsx')).TamperCard }));
const CopyStrip = lazy(async () => ({ default: (await import('./tamper-card.tsx')).CopyStrip }));
const CompareCard = lazy(async () => ({ default: (await import('./compare-card.tsx')).CompareCard }));

// A picture has hundreds of parts, and each answer redraws the page.
const Proof = memo(ProofCard);

/**
 * DataAndProof shows the verdict, and the data of a version next to its entry proof. A pressed value is followed through the picture. A copy of the data can be
 * changed in its place, which the verdict then describes, or two versions compared. All state belongs to one version: another one needs another `key`.
 */
export function DataAndProof({
  checks,
  name,
  version,
  compared,
  isWhole,
  about,
  isProved,
}: {
  checks: ReactNode;
  name: RecordName;
  version: ShownVersion;
  /** The version to compare with this one. */
  compared: CheckedVersion | undefined;
  /** Whether the versions are known to be complete. */
  isWhole: boolean;
  about: Register | undefined;
  /** Whether the entry was proved, or cannot be, so that other versions may be requested. */
  isProved: boolean;
}) {
  const { at } = useAsked();
  const unverified = useUnverified();
  const schema = about?.schema ?? NONE;
  const {
    entry,
    proof,
    items,
    itemError,
    data,
    versions = NONE,
    failure,
    onRetry,
    isProving,
    head,
  } = version;
  const [played, setPlayed] = useState<PlayedValue>();
  const [isTampering, setTampering] = useState(false);
  const [tampered, setTampered] = useState<TamperedCopy>();
  const proveAnother = useProveAnother(head);
  const [only, ...rest] = items ?? [];
  const play = useCallback(
    (attribute: string): void => {
      const bytes = `${JSON.stringify(attribute)}:${JSON.stringify(only?.item.get(attribute))}`;
      setPlayed((before) => ({ name: attribute, bytes, times: (before?.times ?? 0) + 1 }));
    },
    [only],
  );
  const stopTampering = useCallback(() => {
    setTampering(false);
    setTampered(undefined);
  }, []);
  const mayTamper = at === undefined && !unverified && rest.length === 0 && entry?.itemHashes.length !== 0;
  const canTamper = mayTamper && proof?.verdict.outcome === 'holds';
  const isCopy = isTampering && canTamper;
  const before = itemOf(compared?.data);
  const upTo = useMemo(
    () => (isProved ? versions.slice(0, versions.findIndex((one) => one === entry) + 1) : []),
    [isProved, versions, entry],
  );
  const card =
    isCopy && only ? (
      <TamperCard
        register={name.register}
        item={only.item}
        proof={proof}
        schema={schema}
        onChange={setTampered}
        onClose={stopTampering}
      />
    ) : compared && before && entry && only && rest.length === 0 && !unverified ? (
      <CompareCard
        name={name}
        versions={versions}
        ends={[compared.entry, entry]}
        items={[before, only.item]}
        schema={schema}
      />
    ) : (
      <Card
        title="Data"
        note={rest.length > 0 ? countOf(rest.length + 1, 'item') : undefined}
        actions={
          mayTamper && (
            // Reserve its space, so that nothing moves when it is drawn.
            <Button
              className={canTamper ? undefined : styles['absent']}
              onClick={() => {
                setPlayed(undefined);
                setTampering(true);
              }}
            >
              Tamper with a copy
            </Button>
          )
        }
      >
        {compared && (
          <p className={styles['apart']} role="status">
            Not set side by side with entry {formatNumber(compared.entry.entryNumber)}:{' '}
            {problemOf(compared.data, 'that version') ??
              (unverified ? 'the data of this version is not verified' : 'this version is not one item')}
            .
          </p>
        )}
        <EntryData entry={entry} items={items} error={itemError}>
          {({ item, expected: hash }, index) => (
            <div key={index} className={styles['item']}>
              {unverified || rest.length > 0 ? (
                <DataTable item={item} schema={schema} unverified={unverified} />
              ) : (
                <SinceTable
                  name={name}
                  item={item}
                  schema={schema}
                  versions={upTo}
                  isWhole={isWhole}
                  play={proof && play}
                  played={played?.name}
                />
              )}
              {hash !== undefined && (
                <p className={styles['foot']}>
                  <span>
                    Hash in the entry: <HashText hash={hash} />
                  </span>
                  <Link className="unprinted" to={pathTo({ view: 'item', register: name.register, hash })}>
                    Inspect its bytes
                  </Link>
                </p>
              )}
            </div>
          )}
        </EntryData>
      </Card>
    );
  return (
    <>
      <div hidden={isCopy}>{checks}</div>
      <Suspense>{isCopy && <CopyStrip tampered={tampered} />}</Suspense>
      <div className={styles['columns']}>
        <Suspense fallback={<Skeleton lines={8} label="Loading" />}>{card}</Suspense>
        <Proof
          {...(tampered && isCopy ? tampered : { ...checkAtEarlierSize(proof), data })}
          played={played}
          failure={failure}
          retrying={isProving}
          spelling={about?.variant}
          proveAnother={proveAnother}
          onRetry={onRetry}
        />
      </div>
    </>
  );
}

const NONE = [] as const;
