import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { resetDemo } from '../../query/demo-witness.ts';
import { rememberedQuery, useSite } from '../../query/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRegisterId, pathTo, type Place, type RegisterId } from '../../ui/paths.ts';
import { useState } from 'react';
import styles from './tour.module.css';

/** TourView leads through the register `unfaithful`, stop by stop; the address has the stop. Opening a stop resets the memory. */
export function TourView() {
  const [params] = useSearchParams();
  const api: TourApi = params.get('api') === 'blobs' ? 'earlier' : 'v2';
  const index = Math.min(Math.max(Number(params.get('stop') ?? 1) || 1, 1), STOPS.length) - 1;
  const stop = STOPS[index];
  return (
    <>
      <PageHead
        title="Tour of a dishonest register"
        note="Countries, dishonest: a demo register that simulates attacks. See what each one looks like."
      />
      <div className={styles.tour}>
        {stop && <OpenStop key={`${index} ${api}`} stop={stop} index={index} api={api} />}
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

/** OpenStop says what a stop shows and what to look for, and opens it. */
function OpenStop({ stop, index, api }: { stop: Stop; index: number; api: TourApi }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const site = useSite();
  const registerId = formatRegisterId({ kind: 'bundled', name: 'unfaithful', mount: api });
  const { data: remembered, refetch } = useQuery(rememberedQuery());
  const isUnseen = stop.needsMemory && remembered?.has(registerId) === false;
  const path = pathTo(placeOf(stop, api));
  const open = async (): Promise<void> => {
    // If storage refuses, there is nothing to reset.
    const left = stop.hasWitness ? 'witness' : index === 0 ? 'nothing' : 'root';
    const remembers = await resetDemo(queries, site, registerId, left).catch(() => false);
    if (stop.needsMemory && !remembers) return void refetch();
    keepStop({ index, api });
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
        {index > 0 && (
          <Link className={buttonClass()} to={addressOf(index - 1, api)}>
            Previous
          </Link>
        )}
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
        {index < STOPS.length - 1 && (
          <Link className={buttonClass()} to={addressOf(index + 1, api)}>
            Next
          </Link>
        )}
      </p>
    </section>
  );
}

/** TourBar shows the current stop on each page of its register, with a link to the next one. */
export function TourBar({ register }: { register: RegisterId }) {
  const [kept, setKept] = useState(keptStop);
  const stop = kept && STOPS[kept.index];
  if (!stop || formatRegisterId(registerOf(stop, kept.api)) !== formatRegisterId(register)) return null;
  const to = (index: number) => addressOf(index, kept.api);
  const { index } = kept;
  return (
    <nav className={styles.bar} aria-label="Tour">
      <p>
        <Link to={to(index)}>
          Stop {index + 1} of {STOPS.length}
        </Link>
        <span className={styles.name}>{stop.name}</span>
      </p>
      {index > 0 && <Link to={to(index - 1)}>Previous</Link>}
      {index < STOPS.length - 1 && <Link to={to(index + 1)}>Next</Link>}
      <Link
        to="/"
        onClick={() => {
          keepStop();
          // The reader may return before the other page is drawn.
          setKept(undefined);
        }}
      >
        Leave the tour
      </Link>
    </nav>
  );
}

/** TourApi is the API variant of the tour: items (v2) or blobs. */
type TourApi = 'v2' | 'earlier';

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
function addressOf(index: number, api: TourApi): string {
  return `/tour?stop=${index + 1}${api === 'v2' ? '' : '&api=blobs'}`;
}

/** registerOf returns the register of a stop. */
function registerOf({ faults }: Stop, api: TourApi): RegisterId {
  return { kind: 'bundled', name: 'unfaithful', mount: api + faults };
}

/** placeOf returns the page of a stop. */
export function placeOf(stop: Stop, api: TourApi): Exclude<Place, { view: 'nowhere' }> {
  const register = registerOf(stop, api);
  return stop.inRecord === true ? { view: 'record', register, key: ALTERED } : { view: 'overview', register };
}

const KEPT = 'tour';

/** keepStop stores the open stop for this tab, or that the tour was left. If storage refuses, pages have no tour bar. */
function keepStop(stop?: KeptStop): void {
  try {
    if (stop) sessionStorage.setItem(KEPT, JSON.stringify(stop));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing is kept.
  }
}

/** KeptStop is a stop by its number, from 0, and the API with which it was opened. */
interface KeptStop {
  readonly index: number;
  readonly api: TourApi;
}

/** keptStop returns the stop opened last in this tab. */
function keptStop(): KeptStop | undefined {
  try {
    const { index, api } = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as KeptStop;
    return index in STOPS && (api === 'v2' || api === 'earlier') ? { index, api } : undefined;
  } catch {
    return undefined;
  }
}
