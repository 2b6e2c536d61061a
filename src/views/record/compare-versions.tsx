import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { keyCheckQuery } from '../../query/check-queries.ts';
import { checkOf } from '../../query/keys.ts';
import { useMemory } from '../../query/use-memory.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { memoryCheckWords } from '../../ui/check-words.ts';
import { formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ComparedData } from './compared-data.tsx';
import { endWords } from './end-words.ts';
import { nameOf } from './record-body.tsx';
import type { StateAt } from './state-at.ts';
import { useAsked } from './use-asked.ts';
import { useVersionCheck } from './use-version-check.ts';
import { itemStates, useVersionItems } from './use-version-items.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { VersionEnd } from './version-end.tsx';
import styles from './compare-versions.module.css';

/** CompareVersions sets two versions of a record side by side. Both are proved and hashed, and only what hashed to its name is compared. */
export function CompareVersions({
  record: name,
  state: { versions },
  shown,
  other,
}: {
  record: RecordName;
  state: StateAt;
  /** The place of the version on the right, among those of the state. */
  shown: number;
  /** The place of the one on the left. */
  other: number;
}) {
  const { register, key } = name;
  const session = useSession();
  const asked = useAsked();
  const { data: summary } = useQuery(registerQuery(session));
  const [left, right] = [versions[other] ?? NO_ENTRY, versions[shown] ?? NO_ENTRY];
  const items = useVersionItems([left, right]);
  const foundLeft = useVersionCheck(left, items, asked.at);
  const foundRight = useVersionCheck(right, items, asked.at);
  const memory = useMemory(foundRight.head);
  const keys = [keyCheckQuery(session, key, left), keyCheckQuery(session, key, right)] as const;
  useQuery(keys[0]);
  useQuery(keys[1]);
  usePageChecks(
    'record',
    {
      key: keys.map(checkOf),
      data: [...foundLeft.dataChecks, ...foundRight.dataChecks],
      inclusion: [foundLeft.inclusion, foundRight.inclusion],
    },
    asked.at,
  );
  const size = asked.at ?? foundRight.check?.checkpoint.logSize ?? foundRight.head?.logSize;
  const [leftWords, rightWords] = [endWords(left, foundLeft, size), endWords(right, foundRight, size)];
  const read = itemStates(right, items).flatMap(({ data }) => data ?? []);
  const [version, compare] = [right.entryNumber, left.entryNumber];
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'records', register })}>Records</Link> /{' '}
            <Link className="mono" to={versionPath(name, {})}>
              <Literal text={key} most={300} />
            </Link>{' '}
            / side by side
          </>
        }
        title={<Literal text={nameOf(key, read)} most={300} />}
        note={`Version ${formatNumber(other + 1)} and version ${formatNumber(shown + 1)} of ${formatNumber(versions.length)}, side by side`}
        actions={
          <>
            <CopyButton text={location.href} label="Copy the link to this comparison">
              Copy link
            </CopyButton>
            <Link
              className={buttonClass()}
              to={versionPath(name, { ...asked, version: compare, compare: version })}
            >
              Swap the two
            </Link>
          </>
        }
      />
      <CheckStrip
        label="What has been checked of both versions"
        checks={[
          { id: 'left', kind: 'inclusion', ...leftWords },
          ...(left === right ? [] : [{ id: 'right', kind: 'inclusion' as const, ...rightWords }]),
          ...(foundRight.head === undefined
            ? []
            : [{ id: 'memory', kind: 'memory' as const, ...memoryCheckWords(memory) }]),
        ]}
      />
      <div className={styles['ends']}>
        <VersionEnd
          record={name}
          side="Left"
          versions={versions}
          shown={other}
          words={leftWords}
          toVersion={(entryNumber) => versionPath(name, { ...asked, version, compare: entryNumber })}
        />
        <VersionEnd
          record={name}
          side="Right"
          versions={versions}
          shown={shown}
          words={rightWords}
          toVersion={(entryNumber) => versionPath(name, { ...asked, compare, version: entryNumber })}
        />
      </div>
      <ComparedData record={name} left={left} right={right} items={items} schema={summary?.schema ?? []} />
    </article>
  );
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
