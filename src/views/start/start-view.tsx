import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { bundledQuery, type RecentRegister, rememberedQuery, useSite } from '../../query/site-context.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { openFiles } from '../../ui/follow-files.ts';
import { findText } from '../../ui/find.ts';
import { countOf } from '../../ui/format.ts';
import { HashText } from '../../ui/hash.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link, pathsIn } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { openRows } from '../../ui/open-row.ts';
import { fileAddress, parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { useBatch } from '../../ui/show-more.tsx';
import { addressWords } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { LiveProof } from './live-proof.tsx';
import styles from './start.module.css';

const bundled = (name: string) => pathsIn({ kind: 'bundled', name, mount: 'v2' });

/** dishonest is the address of a record of the demo register, with a fault of the mock. */
const dishonest = (fault: string) =>
  pathsIn({ kind: 'bundled', name: 'unfaithful', mount: `v2+${fault}` }).record('ZW');

/** LIES are faults of the mock, and the page of each, which explains it. The last needs an earlier visit. */
const LIES = [
  ['A changed word', dishonest('altered-item')],
  ['A changed time', dishonest('altered-entry')],
  ['A forged history', `${dishonest('altered-consistency')}?at=206`],
  ['A rewritten history', pathsIn({ kind: 'bundled', name: 'unfaithful', mount: 'v2' }).record('ZW')],
] as const;

/**
 * StartView shows a check of one record, and offers registers: bundled, by address, from
 * a file, or opened before.
 */
export function StartView() {
  const site = useSite();
  useSharedText();
  const [, look] = useReducer((count: number) => count + 1, 0);
  return (
    <div className={`stack ${styles.start}`}>
      <header className={`group ${styles.intro}`}>
        <h1>Check a public register yourself</h1>
        <p>Every check runs in your browser.</p>
      </header>
      <LiveProof />
      <div className={`bar ${styles.action}`}>
        <Link className={buttonClass('strong')} to={bundled('country').record('ZW')}>
          Open this record
        </Link>
        <Link to="/help">What is this?</Link>
      </div>
      <section className="group" aria-labelledby="lies">
        <h2 id="lies">Catch a dishonest server</h2>
        <p className="line">
          {LIES.map(([lie, path]) => (
            <Link key={lie} to={path} state={path.includes('+') ? undefined : { next: 'rewritten' }}>
              {lie}
            </Link>
          ))}
          <span className="faint">
            The last one needs two visits: only a remembered root hash reveals it.
          </span>
        </p>
      </section>
      <section className="group" aria-labelledby="bundled">
        <h2 id="bundled">Example registers</h2>
        <Bundled />
        <p className="faint">Real data with invented dates, except Premises.</p>
      </section>
      <Recent recent={site.recent()} onChange={look} />
      <Card title="Open your own">
        <OpenRegister />
      </Card>
    </div>
  );
}

/**
 * useSharedText opens the one box with a text shared by another app (share target of manifest.webmanifest):
 * an address, perhaps among other words.
 */
function useSharedText(): void {
  const [query, setQuery] = useSearchParams();
  const [url, text, title] = ['url', 'text', 'title'].map((name) => query.get(name)?.trim());
  const shared = url || /https?:\/\/\S+/.exec(`${text} ${title}`)?.[0] || text || title || undefined;
  useEffect(() => {
    if (shared === undefined) return;
    findText(shared);
    setQuery({}, { replace: true });
  }, [shared, setQuery]);
}

function Bundled() {
  const site = useSite();
  const list = useQuery(bundledQuery(site));
  if (list.isError) return <QueryFailure query={list} />;
  return (
    <ul ref={openRows} className={`sheet rows inset ${styles.list}`} aria-busy={list.isPending}>
      {list.data
        // The lies above are of this one.
        ?.filter(({ name }) => name !== 'unfaithful')
        .map(({ name, title, text = '', totalEntries }) => (
          <li key={name} className="line">
            <Link to={bundled(name).view('overview')}>
              <Literal text={title} />
            </Link>
            {/* The rest of what a register says of itself stands on its overview. */}
            <span className={styles.text}>
              <Literal text={/^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text} />
            </span>
            {totalEntries !== undefined && <span className="faint">{countOf(totalEntries, 'entry')}</span>}
          </li>
        ))}
    </ul>
  );
}

/**
 * Recent lists the registers this browser opened before, and separately the files that it stores: a
 * family is read together.
 */
function Recent({ recent, onChange }: { recent: readonly RecentRegister[]; onChange: () => void }) {
  const opened = recent.flatMap((register): OpenedRegisterRow[] => {
    const at = parseRegisterId(register.id);
    return at === undefined ? [] : [{ ...register, at, isFile: at.kind === 'file' && !fileAddress(at) }];
  });
  const files = opened.filter(({ isFile }) => isFile).toSorted((a, b) => a.title.localeCompare(b.title));
  const others = opened.filter(({ isFile }) => !isFile);
  return (
    <>
      <OpenedList title="Files in this browser" registers={files} onChange={onChange} />
      <OpenedList title="Opened before" registers={others} onChange={onChange} />
    </>
  );
}

interface OpenedRegisterRow extends RecentRegister {
  readonly at: RegisterId;
  /** Whether this browser stores the file. */
  readonly isFile: boolean;
}

function OpenedList({
  title,
  registers,
  onChange,
}: {
  title: string;
  registers: readonly OpenedRegisterRow[];
  onChange: () => void;
}) {
  const site = useSite();
  const { data: remembered } = useQuery(rememberedQuery());
  const { shown, more } = useBatch(registers, registers.length, 'registers', { first: 12 });
  if (registers.length === 0) return null;
  return (
    <section className="group" aria-label={title}>
      <h2>{title}</h2>
      <ul ref={openRows} className={`sheet rows inset ${styles.list}`}>
        {shown.map(({ id, at, title: name, openedAt, ...register }) => {
          const root = remembered?.get(id);
          const entries = root?.logSize ?? register.entries;
          const where = addressWords(at).replace(', a file in this browser', '');
          return (
            <li key={id} className="line">
              <Link to={pathsIn(at).view('overview')}>
                <Literal text={name} />
              </Link>
              <span className={`faint mono wrap ${styles.text}`}>
                <Literal text={where} />
              </span>
              <span className="faint">
                {entries !== undefined && countOf(entries, 'entry')}
                {root && (
                  <>
                    , root <HashText hash={root.rootHash} />
                  </>
                )}
              </span>
              <span className="faint">
                <Time at={new Date(openedAt).toISOString()} />
              </span>
              <Button
                kind="quiet"
                aria-label={`Forget ${isolated(name)} (${isolated(where)})`}
                onClick={() => {
                  site.forget(id);
                  onChange();
                }}
              >
                <Icon name="close" size={15} />
              </Button>
            </li>
          );
        })}
      </ul>
      {more}
    </section>
  );
}

/** ADDRESS matches a text that looks like an address: anything else is words, a key or a hash. */
const ADDRESS = /[/.]\S|^localhost$|^rsf:|^\S+:\d{2,5}$/i;

/**
 * OpenRegister takes the address of a register, of anything in one, or of an RSF file, and goes there, or files.
 * Other texts go to the one box.
 */
function OpenRegister() {
  const navigate = useNavigate();
  const site = useSite();
  const open = async (typed: string): Promise<string | undefined> => {
    const text = typed.trim();
    if (text !== '' && !ADDRESS.test(text)) {
      findText(text);
      return undefined;
    }
    const read = await site.pathOf(text);
    if ('problem' in read) return read.problem;
    void navigate(read.path);
    return undefined;
  };
  return (
    <TextForm
      label="Address of a register, record or RSF file"
      button="Open"
      inputMode="url"
      autoComplete="url"
      placeholder="https://country.register.example"
      note="Or drop a file on any page: an RSF file opens, a saved proof is checked. It stays in your browser."
      file={{
        label: 'File',
        accept: '.rsf,.gz,.tsv,.txt,.json,application/uk-gov-rsf,application/json',
        onFiles: openFiles,
      }}
      onText={open}
    />
  );
}
