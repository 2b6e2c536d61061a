import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { entryDataCheckQuery, unreadData } from '../../query/data-queries.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useLatest } from '../../query/latest-version.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useEntryProof, useProveAnother } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { latestStatusText } from '../shared/latest-status.ts';
import { DataTable, UNVERIFIED } from '../../ui/data-table.tsx';
import { Fact } from '../../ui/facts.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton, HashText } from '../../ui/hash.tsx';
import { Link, usePaths, useAt } from '../../ui/link.tsx';
import { Literal, Mono } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn, versionPath } from '../../ui/paths.ts';
import { leafText } from '../../ui/proof/inclusion-check.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { useMatches } from '../../ui/use-width.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { useCheckLines } from '../shared/check-lines.tsx';
import { NotThere } from '../shared/not-there.tsx';
import { PageFailure, useRetryBelow } from '../shared/page-failure.tsx';
import { EntryData } from '../shared/entry-data.tsx';
import { PageVerdict, useUnverified } from '../shared/page-verdict.tsx';
import { useSchema } from '../shared/register-facts.ts';
import { SaveProof } from '../shared/save-proof.tsx';
import styles from './entry.module.css';

/** EntryView is one line of the log: its fields, its data, its leaf and its proof. */
export function EntryView({ entryNumber }: { entryNumber: string }) {
  const session = useSession();
  const at = useAt();
  const logSize = useHead().data?.logSize;
  const number = numberIn(entryNumber);
  const isPossible = !Number.isNaN(number);
  const isThere = logSize !== undefined && number <= logSize;
  const isLater = at !== undefined && number > at && isThere;
  const entry = useQuery({ ...entryQuery(session, number), enabled: isPossible && !isLater });
  const failure = entry.error === null ? undefined : describeFailure(entry.error);
  if (isLater || !isPossible || (failure?.notFound && !isThere))
    return <NoEntry entryNumber={entryNumber} logSize={logSize} isLater={isLater} />;
  if (entry.data !== undefined) return <EntryBody entry={entry.data} />;
  if (entry.error === null || failure === undefined)
    return (
      <Skeleton title={`Entry ${formatNumber(number)}`} lines={8} label={`Loading entry ${entryNumber}`} />
    );
  // The published log is long enough: the entry exists.
  const withheld = failure.notFound && {
    title: `Entry ${formatNumber(number)} is not shown`,
    message: `The root hash is of ${countOf(logSize ?? 0, 'entry')}, so that this one is among them. ${failure.message}`,
  };
  return <PageFailure page="entry" query={entry} failure={{ ...failure, ...withheld }} />;
}

/**
 * NoEntry says that there is no such entry, or none yet at the size shown, or that an address asks for
 * something that is not an entry number.
 */
function NoEntry({
  entryNumber,
  logSize,
  isLater,
}: {
  entryNumber: string;
  logSize: number | undefined;
  isLater: boolean;
}) {
  const paths = usePaths();
  const at = useAt() ?? 0;
  const [number, size] = [Number(entryNumber), isLater ? at : (logSize ?? 0)].map(formatNumber);
  return (
    <NotThere
      title={isLater ? `Entry ${number} was not there yet at size ${size}` : `No entry ${entryNumber}`}
      ways={
        isLater
          ? [[`Entry ${number} in the log now`, paths.entry(entryNumber), 'present']]
          : [
              ['Open the log', paths.view('entries')],
              [`Is it a key? Open the record ${entryNumber}`, paths.record(entryNumber)],
            ]
      }
    >
      <p>
        Entries are numbered from 1 in the order of the log
        {size !== '0' && `; a log of ${size} ends with entry ${size}`}.
      </p>
    </NotThere>
  );
}

function EntryBody({ entry }: { entry: Entry }) {
  const session = useSession();
  const paths = usePaths();
  const retry = useRetryBelow();
  const source = useSource();
  const at = useAt();
  const { entryNumber } = entry;
  const { head, proof, inclusion, error, isProving } = useEntryProof(entry, at);
  const data = useQuery(entryDataCheckQuery(session, entry));
  const schema = useSchema();
  const unverified = useUnverified();
  const latest = useLatest(at === undefined ? entry : undefined, proof?.checkpoint, { asRecord: false });
  const logSize = at ?? proof?.checkpoint.logSize ?? head?.logSize;
  const declared = { data: data.error ? unreadData(data.error, source) : data.data?.check, inclusion };
  const states = usePageChecks('entry', declared, at);
  const lines = useCheckLines({ states, entryNumber, at, proof, head });
  const status = latest && latestStatusText(latest, source);
  const step = (to: number, rel: string, words: string) => (
    <Link className={buttonClass()} to={paths.entry(to)} rel={rel}>
      {words}
    </Link>
  );
  // Next to the fields and the data there is room for all steps.
  const isWide = useMatches('(width >= 860px)');
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={paths.view('entries')}>Entries</Link> / <span className="mono">{entryNumber}</span>
          </>
        }
        title={`Entry ${formatNumber(entryNumber)}`}
        note={
          <>
            {logSize !== undefined && `of ${formatNumber(logSize)} · `}key <Mono text={entry.key} />
          </>
        }
        actions={
          <>
            {entryNumber > 1 && step(entryNumber - 1, 'prev', 'Previous')}
            {entryNumber < (logSize ?? 0) && step(entryNumber + 1, 'next', 'Next')}
            <Link className={buttonClass()} to={paths.log(entryNumber)}>
              In the log
            </Link>
            <SaveProof entry={proof} data={data.data} />
          </>
        }
      />
      <PageVerdict checks={status ? [...lines, { id: 'version', kind: 'newest', ...status }] : lines} />
      <div className={`halves ${styles.columns}`}>
        <div className={`stack ${styles.said}`}>
          <Card title="Entry">
            <Fields entry={entry} />
          </Card>
          <Card title="Data" note={unverified ? UNVERIFIED[unverified] : 'registered by this entry'}>
            <EntryData entry={entry} items={data.data?.items} error={data.error} retrying={data.isFetching}>
              {({ item }, index) => (
                <DataTable key={index} item={item} schema={schema} unverified={unverified} />
              )}
            </EntryData>
          </Card>
        </div>
        <ProofCard
          check={proof}
          isWhole={isWide}
          data={data.data}
          failure={error === null ? undefined : describeFailure(error)}
          retrying={isProving}
          proveAnother={useProveAnother(head)}
          onRetry={retry}
        />
      </div>
      {proof !== undefined && <LeafCard check={proof} />}
    </article>
  );
}

function Fields({ entry: { key, entryNumber, timestamp, itemHashes } }: { entry: Entry }) {
  const paths = usePaths();
  const then = versionPath({ register: paths.register, key }, { version: entryNumber });
  return (
    <dl className={styles.fields}>
      <Fact term="entry-number">{formatNumber(entryNumber)}</Fact>
      <Fact term="entry-timestamp">
        <Time at={timestamp} /> <span className="faint mono clip">{timestamp}</span>
      </Fact>
      <Fact term="key">
        <Link to={paths.record(key)}>
          <Mono text={key} />
        </Link>{' '}
        <Link className="quiet unprinted" to={then}>
          View the record then
        </Link>
      </Fact>
      {itemHashes.map((hash) => (
        <Fact key={hash} term="hash">
          <span className="bar">
            <Link to={paths.item(hash, entryNumber)}>
              <HashText hash={hash} />
            </Link>
            <CopyButton text={hash} label="Copy the full hash" />
          </span>
        </Fact>
      ))}
    </dl>
  );
}

/** LeafCard shows the leaf bytes of this entry and their hash. */
function LeafCard({ check: { leafBytes, leafHash, leafRuleTitle } }: { check: EntryCheck }) {
  if (leafBytes === undefined || leafHash === undefined) return null;
  return (
    <Card title="Leaf" note={`${countOf(leafBytes.length, 'byte')} hashed as H(00 ‖ leaf bytes)`}>
      <p className="quiet">Leaf rule: {leafRuleTitle}.</p>
      <pre className="bytes" tabIndex={0} aria-label="Leaf bytes">
        <Literal text={leafText(leafBytes)} />
      </pre>
      <p className="bar">
        Leaf hash <HashText hash={leafHash} digits="full" />
        <CopyButton text={leafHash} label="Copy the leaf hash" />
      </p>
    </Card>
  );
}
