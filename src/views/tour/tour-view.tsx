import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { rememberedQuery, useSite } from '../../query/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRegisterId, pathTo, type Place, type RegisterId } from '../../ui/paths.ts';
import styles from './tour.module.css';

/** TourApi is the API with which the tour is made: items (v2) or blobs. */
type TourApi = 'v2' | 'earlier';

interface Stop {
  /** The faults of the mock server that are switched on. */
  readonly faults: string;
  /** Whether it shows in a record rather than on the overview. */
  readonly inRecord?: true;
  /** Whether it can be seen only by comparing with the root hash of the honest register. */
  readonly needsMemory?: true;
  /** Whether it can be seen only by what a witness signed. */
  readonly hasWitness?: true;
  readonly name: string;
  readonly expect: string;
}

/** ALTERED is the key whose record the mock's `altered-…` faults touch in this register. */
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
      'As long as before and consistent in itself, with a different history. Every page shows an alarm.',
  },
  {
    faults: '+fork-longer',
    needsMemory: true,
    name: 'It rewrote its history and grew',
    expect: 'Longer than before, and not shown to continue the log you saw.',
  },
  {
    faults: '+rollback',
    needsMemory: true,
    name: 'It dropped its newest entries',
    expect: 'Shorter than the log you saw. Nothing is shown as verified until this is resolved.',
  },
  {
    faults: '+stale-root',
    needsMemory: true,
    name: 'It shows an old root hash',
    expect: 'Shorter again, and a proof shows that it is the beginning of the log you saw. Still an alarm.',
  },
  {
    faults: '+altered-item',
    inRecord: true,
    name: 'It changed a word in a record',
    expect: 'The data is not what the entry recorded. The entry and its proof still match.',
  },
  {
    faults: '+altered-entry',
    inRecord: true,
    name: 'It changed the time of an entry',
    expect: 'The entry does not connect to the root hash. The data still matches its fingerprint.',
  },
  {
    faults: '+altered-proof',
    inRecord: true,
    name: 'It sends a wrong proof',
    expect: 'The entry does not connect to the root hash. Which of the two was changed cannot be seen.',
  },
  {
    faults: '+fork',
    hasWitness: true,
    name: 'It shows you another log than others',
    expect:
      'Two browsers, two histories: another browser was shown 295 entries, and a witness signed them. You are shown 295 other entries for the first time, and every proof matches. Only the witness tells.',
  },
];

/** ResetMemory makes this browser forget what the stops before have left of a register, and leaves its honest root, a witness of it, or nothing. Resolves whether it remembers the honest root hash. */
type ResetMemory = (registerId: string, left: 'root' | 'nothing' | 'witness') => Promise<boolean>;

/** TourView leads through the register `unfaithful`, stop by stop; the address names the stop. Memory is reset when a stop is opened. */
export function TourView({ onReset }: { onReset: ResetMemory }) {
  const [params] = useSearchParams();
  const api: TourApi = params.get('api') === 'blobs' ? 'earlier' : 'v2';
  const index = Math.min(Math.max(Number(params.get('stop') ?? 1) || 1, 1), STOPS.length) - 1;
  return (
    <>
      <PageHead
        title="Tour of a dishonest register"
        note="Countries, dishonest: a demo register that simulates attacks. See what each one looks like."
      />
      <ol className={styles.tour}>
        {STOPS.map((stop, at) => (
          <li key={stop.name} aria-current={at === index ? 'step' : undefined}>
            <Link to={addressOf(at, api)}>{stop.name}</Link>
            {at === index && (
              <OpenStop key={`${at} ${api}`} stop={stop} index={at} api={api} onReset={onReset} />
            )}
          </li>
        ))}
      </ol>
      <p className={styles.foot}>
        <Link to={addressOf(index, api === 'v2' ? 'earlier' : 'v2')}>
          Run with the {api === 'v2' ? 'blobs' : 'items'} API
        </Link>
      </p>
    </>
  );
}

function OpenStop({
  stop,
  index,
  api,
  onReset,
}: {
  stop: Stop;
  index: number;
  api: TourApi;
  onReset: ResetMemory;
}) {
  const navigate = useNavigate();
  const registerId = formatRegisterId({ kind: 'bundled', name: 'unfaithful', mount: api });
  const { data: remembered, refetch } = useQuery(rememberedQuery(useSite()));
  const isUnseen = stop.needsMemory && remembered?.has(registerId) === false;
  const path = pathTo(placeOf(stop, api));
  const open = async (): Promise<void> => {
    // Where storage refuses, nothing was left behind.
    const left = stop.hasWitness ? 'witness' : index === 0 ? 'nothing' : 'root';
    const remembers = await onReset(registerId, left).catch(() => false);
    if (stop.needsMemory && !remembers) void refetch();
    else void navigate(path);
  };
  return (
    <div className={styles.stop}>
      <p>{stop.expect}</p>
      <p role="status">
        {isUnseen && 'This browser has not seen the honest register yet, so it has nothing to compare with.'}
      </p>
      <p className={styles.steps}>
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
    </div>
  );
}

function addressOf(index: number, api: TourApi): string {
  return `/tour?stop=${index + 1}${api === 'v2' ? '' : '&api=blobs'}`;
}

/** placeOf is where a stop shows. */
export function placeOf({ faults, inRecord }: Stop, api: TourApi): Exclude<Place, { view: 'nowhere' }> {
  const register: RegisterId = { kind: 'bundled', name: 'unfaithful', mount: api + faults };
  return inRecord === true ? { view: 'record', register, key: ALTERED } : { view: 'overview', register };
}
