import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { resetDemo } from '../../query/demo-witness.ts';
import { rememberedQuery, useSite } from '../../query/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import {
  addressOf,
  keepStop,
  placeOf,
  type Stop,
  STOPS,
  type TourApi,
  registerOf,
  keptStop,
} from './stops.ts';
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
