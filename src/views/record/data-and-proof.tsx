import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react';
import type { Attribute, Entry, Variant } from '../../core/model.ts';
import type { Tampered } from '../../query/lab-query.ts';
import { useProveAnother } from '../../query/use-entry-check.ts';
import type { RecordName } from '../../ui/paths.ts';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import type { Played } from '../../ui/proof/proof-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VersionDataCard } from './data-card.tsx';
import { type ShownVersion, useAsked } from './use-version.ts';
import styles from './record.module.css';

// Fetched when a reader begins to change a copy.
const TamperCard = lazy(async () => import('./tamper-card.tsx'));

/**
 * DataAndProof shows the data of a version beside its entry proof. A value that is pressed is followed through the picture; a copy of the data can be changed in its
 * place. Both belong to one version: another one needs another `key`.
 */
export function DataAndProof({
  name,
  version,
  isSound,
  isWhole,
  schema,
  variant,
  versions,
  failure,
  onRetry,
}: {
  name: RecordName;
  version: ShownVersion;
  /** The data matches, in an entry that connects to the log. */
  isSound: boolean;
  /** The versions are known to be all there are. */
  isWhole: boolean;
  schema: readonly Attribute[];
  variant: Variant | undefined;
  /** The versions up to this one, ascending; none before its data may be compared with theirs. */
  versions: readonly Entry[] | undefined;
} & Pick<ComponentProps<typeof ProofCard>, 'failure' | 'onRetry'>) {
  const { at, version: linkedVersion } = useAsked();
  const { proof, items, data } = version;
  const [played, setPlayed] = useState<Played>();
  const [isTampering, setTampering] = useState(false);
  const [tampered, setTampered] = useState<Tampered>();
  const play = (attribute: string): void => {
    const value = items?.find(({ item }) => item.has(attribute))?.item.get(attribute);
    const bytes = `${JSON.stringify(attribute)}:${JSON.stringify(value)}`;
    setPlayed((before) => ({ name: attribute, bytes, times: (before?.times ?? 0) + 1 }));
  };
  const startTampering = (): void => {
    setPlayed(undefined);
    setTampering(true);
  };
  const stopTampering = useCallback(() => {
    setTampering(false);
    setTampered(undefined);
  }, []);
  const [only, ...rest] = items ?? [];
  const mayTamper = at === undefined && rest.length === 0;
  const canTamper = mayTamper && isSound && proof?.verdict.outcome === 'holds';
  return (
    <div className={styles.columns}>
      {isTampering && canTamper && only ? (
        <Suspense fallback={<Skeleton lines={8} label="Loading the editor" />}>
          <TamperCard
            register={name.register}
            item={only.item}
            proof={proof}
            schema={schema}
            onChange={setTampered}
            onClose={stopTampering}
          />
        </Suspense>
      ) : (
        <VersionDataCard
          name={name}
          version={version}
          isSound={isSound}
          isWhole={isWhole}
          schema={schema}
          versions={versions}
          linkedVersion={linkedVersion}
          playing={proof && { play, shown: played?.name }}
          onTamper={mayTamper ? startTampering : undefined}
          canTamper={canTamper}
        />
      )}
      <ProofCard
        {...(tampered && isTampering && canTamper
          ? { check: tampered.check, data: tampered.data, changed: changedNodes(tampered) }
          : { ...checkAtEarlierSize(proof), data })}
        played={played}
        failure={failure}
        retrying={version.isProving}
        spelling={variant}
        proveAnother={useProveAnother(version.head)}
        onRetry={onRetry}
      />
    </div>
  );
}

/** changedNodes are the boxes of a picture that a change of the data reaches: all that are computed from it. */
function changedNodes({ check, data }: Tampered): ReadonlySet<string> {
  if (check.verdict.outcome === 'holds' || data.verdict.outcome !== 'holds') return new Set(['data']);
  const computed = check.steps.map(({ level }) => `computed-${level}`);
  return new Set(['data', 'item-hash', 'entry', 'leaf', 'computed-root', ...computed]);
}
