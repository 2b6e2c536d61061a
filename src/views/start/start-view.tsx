import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../../ui/link.tsx';
import { describeFailure } from '../../query/failure.ts';
import { bundledQuery, rememberedQuery, useSite } from '../../query/site.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf } from '../../ui/format.ts';
import { parseRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OpenAddress, OpenFile } from './open-register.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Button } from '../../ui/button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './start.module.css';

/** StartView is where a register is chosen: bundled, by address, from a file, or one opened before. */
export function StartView() {
  return (
    <div className={styles['start']}>
      <header className={styles['intro']}>
        <h1>Check a public register yourself</h1>
        <p>
          A register is a public list to which entries are only ever added. Every check runs in your browser.
          You don’t have to trust us or the server.
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
          Example registers
        </h2>
        <Bundled />
      </section>
      <TryIt />
      <section aria-labelledby="liar">
        <h2 id="liar" className={styles['heading']}>
          A dishonest register
        </h2>
        <p>
          Countries, dishonest: a demo that simulates attacks. <Link to="/tour">Take the tour</Link>
        </p>
      </section>
    </div>
  );
}

function Bundled() {
  const site = useSite();
  const bundled = useQuery(bundledQuery(site));
  if (bundled.isPending)
    return (
      <div className={styles['expected']}>
        <Skeleton lines={4} label="Loading the bundled registers" />
      </div>
    );
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
              <Literal text={firstSentence(register.text)} />
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
              blobs API
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The rest of what a register says of itself stands on its overview. */
function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** TryIt offers places worth seeing first, the failures among them. */
function TryIt() {
  const { data: bundled } = useQuery(bundledQuery(useSite()));
  const altered = bundled?.find((register) => register.name === 'country')?.showcaseKey;
  return (
    <section aria-labelledby="try">
      <h2 id="try" className={styles['heading']}>
        Try these
      </h2>
      <ul className={styles['try']}>
        <li>
          <Link to={pathTo({ view: 'record', register: at('country', 'v2'), key: 'GM' })}>
            A record with its proof
          </Link>
          <span>The Gambia, renamed and renamed back.</span>
        </li>
        <li>
          <Link to={pathTo({ view: 'entries', register: at('country', 'v2') })}>A whole log</Link>
          <span>Every country, checked as you scroll.</span>
        </li>
        <li>
          <Link to={pathTo({ view: 'entries', register: at('planet', 'v2') })}>A very small log</Link>
          <span>15 entries: follow every hash.</span>
        </li>
        {bundled?.some(({ name }) => name === 'premises') && (
          <li>
            <Link to={pathTo({ view: 'record', register: at('premises', 'v2'), key: '10777777' })}>
              One among a million
            </Link>
            <span>20 hashes prove one entry among a million.</span>
          </li>
        )}
        {altered !== undefined && (
          <li>
            <Link to={pathTo({ view: 'record', register: at('country', 'v2+altered-item'), key: altered })}>
              A record that was changed
            </Link>
            <span>One word changed. The hash shows it.</span>
          </li>
        )}
        <li>
          <Link to={`${pathTo({ view: 'lab', register: at('planet', 'v2') })}?entry=12`}>
            Tamper with a copy
          </Link>
          <span>Change it and see which check fails.</span>
        </li>
      </ul>
    </section>
  );
}

function at(name: string, mount: string): RegisterId {
  return { kind: 'bundled', name, mount };
}

/** Recent lists the registers this browser opened before. */
function Recent() {
  const site = useSite();
  const { data: remembered } = useQuery(rememberedQuery(site));
  const [recent, setRecent] = useState(() => site.recent());
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles['heading']}>
        Opened before
      </h2>
      <ul className={styles['recent']}>
        {recent.map((register) => {
          const id = parseRegisterId(register.id);
          const root = remembered?.get(register.id);
          return (
            id !== undefined && (
              <li key={register.id}>
                <Link to={pathTo({ view: 'overview', register: id })}>
                  <Literal text={register.title} />
                </Link>
                <span className={styles['where']}>
                  <Literal text={register.id} />
                </span>
                {root !== undefined && (
                  <span className={styles['small']}>
                    {countOf(root.logSize, 'entry', 'entries')}, root <HashText hash={root.rootHash} />
                  </span>
                )}
                <span className={styles['small']}>
                  <Time at={new Date(register.openedAt).toISOString()} />
                </span>
                <Button
                  kind="quiet"
                  aria-label={`Forget ${isolated(register.title)} (${isolated(register.id)})`}
                  onClick={() => {
                    site.forget(register.id);
                    setRecent(site.recent());
                  }}
                >
                  <Icon name="close" size={15} />
                </Button>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
