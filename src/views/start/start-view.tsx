import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import { describeFailure } from '../../query/failure.ts';
import { bundledQuery, useSite } from '../../query/site.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf } from '../../ui/format.ts';
import { LiarTour } from '../../ui/liar-tour.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OpenAddress } from './open-address.tsx';
import { OpenFile } from './open-file.tsx';
import { Recent } from './recent.tsx';
import styles from './start.module.css';
import { Literal } from '../../ui/literal.tsx';

/** StartView is where a register is chosen: bundled, by address, from a file, or one opened before. */
export function StartView() {
  return (
    <div className={styles['start']}>
      <header className={styles['intro']}>
        <h1>Read a register, and see for yourself whether it holds</h1>
        <p>
          A register is a public list to which entries are only ever added. This page reads one, computes the
          proofs of its entries in your own browser, and draws them. You need not take its word, nor the
          server’s.
        </p>
      </header>
      <div className={styles['columns']}>
        <Card title="Open by address">
          <OpenAddress />
        </Card>
        <Card title="Open a file">
          <OpenFile />
        </Card>
      </div>
      <Recent />
      <section aria-labelledby="bundled">
        <h2 id="bundled" className={styles['heading']}>
          Registers that come with this page
        </h2>
        <Bundled />
      </section>
      <TryIt />
      <section aria-labelledby="liar">
        <h2 id="liar" className={styles['heading']}>
          Meet a register that lies
        </h2>
        <LiarTour />
      </section>
    </div>
  );
}

function Bundled() {
  const site = useSite();
  const bundled = useQuery(bundledQuery(site));
  if (bundled.isPending) return <Skeleton lines={4} label="Loading the bundled registers" />;
  if (bundled.isError)
    return (
      <FailureNotice
        failure={describeFailure(bundled.error)}
        retrying={bundled.isFetching}
        onRetry={() => void bundled.refetch()}
      />
    );
  return (
    <ul className={styles['tiles']}>
      {bundled.data.map((register) => (
        <li key={register.name} className={styles['tile']}>
          <h3>
            <Link
              to={pathTo({ view: 'overview', register: at(register.name, 'v2') })}
              className={styles['tileLink']}
            >
              <Literal text={register.title} />
            </Link>
          </h3>
          {register.text !== undefined && (
            <p>
              <Literal text={register.text} />
            </p>
          )}
          <p className={styles['small']}>
            {register.totalEntries !== undefined && (
              <span>{countOf(register.totalEntries, 'entry', 'entries')}</span>
            )}
            {register.totalRecords !== undefined && <span>{countOf(register.totalRecords, 'record')}</span>}
            <Link
              to={pathTo({ view: 'overview', register: at(register.name, 'earlier') })}
              className={styles['above']}
            >
              in the earlier variant
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** TryIt offers places worth seeing first, the failures among them. */
function TryIt() {
  const { data: bundled } = useQuery(bundledQuery(useSite()));
  const altered = bundled?.find((register) => register.name === 'country')?.showcaseKey;
  return (
    <section aria-labelledby="try">
      <h2 id="try" className={styles['heading']}>
        Places to begin
      </h2>
      <ul className={styles['try']}>
        <li>
          <Link to={pathTo({ view: 'record', register: at('country', 'v2'), key: 'GM' })}>
            A record with its proof
          </Link>
          <span>The Gambia, whose official name changed and changed back.</span>
        </li>
        <li>
          <Link to={pathTo({ view: 'entries', register: at('country', 'v2') })}>A whole log</Link>
          <span>Every entry of the country register, each proved as you come to it.</span>
        </li>
        <li>
          <Link to={pathTo({ view: 'entries', register: at('planet', 'v2') })}>A very small log</Link>
          <span>Fifteen entries about nine planets: small enough to follow every hash.</span>
        </li>
        {bundled?.some(({ name }) => name === 'premises') && (
          <li>
            <Link to={pathTo({ view: 'record', register: at('premises', 'v2'), key: '10777777' })}>
              One among a million
            </Link>
            <span>Twenty hashes in the place of a million entries: what a proof saves.</span>
          </li>
        )}
        {altered !== undefined && (
          <li>
            <Link to={pathTo({ view: 'record', register: at('country', 'v2+altered-item'), key: altered })}>
              What a changed item looks like
            </Link>
            <span>The same register, from a server that changed one word of this record.</span>
          </li>
        )}
        <li>
          <Link to={`${pathTo({ view: 'lab', register: at('planet', 'v2') })}?entry=12`}>The tamper lab</Link>
          <span>Change anything in a copy of an entry, and see which check stops holding, and why.</span>
        </li>
      </ul>
    </section>
  );
}

function at(name: string, mount: string): RegisterId {
  return { kind: 'bundled', name, mount };
}
