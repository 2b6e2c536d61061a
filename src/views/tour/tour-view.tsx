import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { resetDemo } from '../../query/demo-witness.ts';
import { rememberedQuery, useSite } from '../../query/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRegisterId, pathTo, type Place, type RegisterId } from '../../ui/paths.ts';
import { useState } from 'react';
import styles from './tour.module.css';

/**
 * TourView leads through the register `unfaithful`, stop by stop; the address has the stop. Opening
 * a stop resets the memory.
 */
export function TourView() {
  const [params] = useSearchParams();
  const { index, api } = readStop(params);
  return (
    <>
      <PageHead
        title="Tour of a dishonest register"
        note="Countries, dishonest: a demo register that simulates attacks. See what each one looks like."
      />
      <div className={styles.tour}>
        <OpenStop key={`${index} ${api}`} index={index} api={api} />
        <ol className={`rows inset ${styles.stops}`}>
          {STOPS.map(({ name }, at) => (
            <li key={name} aria-current={at === index ? 'step' : undefined}>
              <Link to={addressOf(at, api)}>{name}</Link>
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.foot}>
        <Link to={addressOf(index, api === 'v2' ? 'earlier' : 'v2')}>
          Run with the {api === 'v2' ? 'blobs' : 'items'} API
        </Link>
      </p>
    </>
  );
}

/**
 * TourStop is a stop by its number, from 0, and the API variant with which it is opened: items (v2) or blobs.
 */
interface TourStop {
  readonly index: number;
  readonly api: 'v2' | 'earlier';
}

/** Neighbour links to another stop, if there is one. */
function Neighbour({ by, index, api, className }: TourStop & { by: -1 | 1; className?: string }) {
  if (STOPS[index + by] === undefined) return null;
  return (
    <Link className={className} to={addressOf(index + by, api)}>
      {by < 0 ? 'Previous' : 'Next'}
    </Link>
  );
}

/** OpenStop says what a stop shows and what to look for, and opens it. */
function OpenStop({ index, api }: TourStop) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const site = useSite();
  const stop = STOPS[index] as Stop;
  const registerId = formatRegisterId({ kind: 'bundled', name: 'unfaithful', mount: api });
  const { data: remembered, refetch } = useQuery(rememberedQuery());
  const isUnseen = stop.needsMemory && remembered?.has(registerId) === false;
  const path = pathTo(placeOf(stop, api));
  const open = async (): Promise<void> => {
    // If storage refuses, there is nothing to reset.
    const left = stop.hasWitness ? 'witness' : index === 0 ? 'nothing' : 'root';
    const remembers = await resetDemo(queries, site, registerId, left).catch(() => false);
    if (stop.needsMemory && !remembers) return void refetch();
    keepStop(addressOf(index, api));
    void navigate(path);
  };
  return (
    <section className={`group ${styles.stop}`} aria-labelledby="stop">
      <p className="faint">
        Stop {index + 1} of {STOPS.length}
      </p>
      <h2 id="stop">{stop.name}</h2>
      <p>{stop.expect}</p>
      <p role="status">
        {isUnseen && 'This browser has not seen the honest register yet, so it has nothing to compare with.'}
      </p>
      <p className="row">
        <Neighbour by={-1} index={index} api={api} className={buttonClass()} />
        {isUnseen ? (
          <Link className={buttonClass('strong')} to={addressOf(0, api)}>
            Start with stop 1
          </Link>
        ) : (
          <Link
            className={buttonClass('strong')}
            to={path}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void open();
            }}
          >
            Open {stop.inRecord ? 'the record' : 'the register'}
          </Link>
        )}
        <Neighbour by={1} index={index} api={api} className={buttonClass()} />
      </p>
    </section>
  );
}

/** TourBar shows the current stop on each page of its register, with a link to the next one. */
export function TourBar({ register }: { register: RegisterId }) {
  const [current, setCurrent] = useState(lastStop);
  const stop = current && STOPS[current.index];
  if (!stop || formatRegisterId(registerOf(stop, current.api)) !== formatRegisterId(register)) return null;
  return (
    <nav className={styles.bar} aria-label="Tour">
      <p>
        <Link to={addressOf(current.index, current.api)}>
          Stop {current.index + 1} of {STOPS.length}
        </Link>
        <span className={styles.name}>{stop.name}</span>
      </p>
      <Neighbour by={-1} {...current} />
      <Neighbour by={1} {...current} />
      <Link
        to="/"
        onClick={() => {
          keepStop(undefined);
          // The reader may return before the other page is drawn.
          setCurrent(undefined);
        }}
      >
        Leave the tour
      </Link>
    </nav>
  );
}

interface Stop {
  /** The faults of the mock server that are switched on. */
  readonly faults: string;
  /** Whether it shows in a record rather than on the overview. */
  readonly inRecord?: true;
  /** Whether only a comparison with the honest register's root hash shows it. */
  readonly needsMemory?: true;
  /** Whether only a witness's signature shows it. */
  readonly hasWitness?: true;
  readonly name: string;
  /** What to look for on the page that it opens. */
  readonly expect: string;
}

/** ALTERED is the key of the record that the mock's `altered-…` faults change in this register. */
const ALTERED = 'ZW';

/** STOPS begin while the register is honest, so that this browser has a root hash to compare with. */
export const STOPS: readonly Stop[] = [
  {
    faults: '',
    name: 'While it is honest',
    expect: 'Every check passes, and this browser remembers the root hash.',
  },
  {
    faults: '+fork',
    needsMemory: true,
    name: 'It rewrote its history',
    expect:
      'An alarm on every page: two root hashes for a log of the same size. Entries and proofs still match each other. Only the remembered root hash tells.',
  },
  {
    faults: '+fork-longer',
    needsMemory: true,
    name: 'It rewrote its history and grew',
    expect: 'An alarm: the longer log is not proved to continue the one you saw.',
  },
  {
    faults: '+rollback',
    needsMemory: true,
    name: 'It dropped its newest entries',
    expect:
      'An alarm: the log is shorter than the one you saw. Nothing is shown as verified until this is resolved.',
  },
  {
    faults: '+stale-root',
    needsMemory: true,
    name: 'It shows an old root hash',
    expect: 'Still an alarm, although a proof shows the shorter log to be the beginning of the one you saw.',
  },
  {
    faults: '+altered-item',
    inRecord: true,
    name: 'It changed a word in a record',
    expect:
      'The data is not what the entry recorded: every field is marked, and the picture breaks at the bottom. The entry and its proof still match.',
  },
  {
    faults: '+altered-entry',
    inRecord: true,
    name: 'It changed the time of an entry',
    expect:
      'The entry does not connect to the root hash: the picture breaks on top. The data still matches its fingerprint.',
  },
  {
    faults: '+altered-proof',
    inRecord: true,
    name: 'It sends a wrong proof',
    expect: 'The picture breaks on top again: a wrong proof and a wrong entry look alike.',
  },
  {
    faults: '+fork',
    hasWitness: true,
    name: 'It shows you another log than others',
    expect:
      'Two browsers, two histories: another browser was shown 295 entries, and a witness signed them. You are shown 295 other entries for the first time, and every proof matches. Only the witness tells.',
  },
];

/** addressOf returns the address of a stop's description. */
function addressOf(index: number, api: TourStop['api']): string {
  return `/tour?stop=${index + 1}${api === 'v2' ? '' : '&api=blobs'}`;
}

/** readStop reads the stop in the address of a description; the nearest one for a number that is none. */
function readStop(params: URLSearchParams): TourStop {
  const number = Math.floor(Number(params.get('stop') ?? 1)) || 1;
  return {
    index: Math.min(Math.max(number, 1), STOPS.length) - 1,
    api: params.get('api') === 'blobs' ? 'earlier' : 'v2',
  };
}

/** registerOf returns the register of a stop. */
function registerOf({ faults }: Stop, api: TourStop['api']): RegisterId {
  return { kind: 'bundled', name: 'unfaithful', mount: api + faults };
}

/** placeOf returns the page of a stop. */
export function placeOf(stop: Stop, api: TourStop['api']): Exclude<Place, { view: 'nowhere' }> {
  const register = registerOf(stop, api);
  return stop.inRecord === true ? { view: 'record', register, key: ALTERED } : { view: 'overview', register };
}

const KEPT = 'tour';

/**
 * keepStop stores the address of the open stop for this tab, or that the tour was left. If storage
 * refuses, pages have no tour bar.
 */
function keepStop(address: string | undefined): void {
  try {
    sessionStorage.setItem(KEPT, address ?? '');
  } catch {
    // Nothing is kept.
  }
}

/** lastStop returns the stop opened last in this tab. */
function lastStop(): TourStop | undefined {
  try {
    const address = sessionStorage.getItem(KEPT);
    return address ? readStop(new URLSearchParams(address.replace(/^.*\?/, ''))) : undefined;
  } catch {
    return undefined;
  }
}
