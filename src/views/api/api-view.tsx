import { useQuery } from '@tanstack/react-query';
import { use, useState, useSyncExternalStore } from 'react';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatBytes, formatMilliseconds } from '../../ui/format.ts';
import { Link, RegisterContext } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId, withMount, canBeAddressed } from '../../ui/paths.ts';
import {
  toCurl,
  addressOf,
  ENDPOINTS,
  type ParameterValues,
  PROOF_IDENTIFIER,
  templateOf,
} from '../../conformance/endpoints.ts';
import type { LedgerEntry } from '../../api/ledger.ts';
import { CopyButton } from '../../ui/hash.tsx';
import { Literal } from '../../ui/literal.tsx';
import styles from './api.module.css';
import { formatHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { type Example, exampleQuery } from './example-queries.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';

/**
 * ApiView chooses the API variant of a register, sends a request to any endpoint, and lists every request
 * made for this register.
 */
export function ApiView() {
  const session = useSession();
  const register = use(RegisterContext);
  const { data: client } = useQuery(clientQuery(session));
  const entries = useSyncExternalStore(session.ledger.subscribe, session.ledger.entries);
  return (
    <>
      <DeclarePage page="none" />
      <PageHead
        title="Developer"
        note={
          <>
            Every request this page made to the API at <code>{session.base}</code>
          </>
        }
        actions={
          register !== undefined && register.kind !== 'remote' && <VariantChoice register={register} />
        }
      />
      <div className="stack">
        {client !== undefined && <RequestBox variant={client.variant} />}
        <Card
          title="Requests"
          note={`${countOf(entries.length, 'request')}, newest first`}
          actions={
            <Button
              onClick={() => session.ledger.clear()}
              disabled={entries.length === 0 && 'The list is empty'}
            >
              Clear list
            </Button>
          }
          flush
        >
          {entries.length === 0 ? (
            <p className={`quiet ${styles.empty}`}>No requests since the list was cleared.</p>
          ) : (
            <ol className="rows inset" reversed>
              {entries.toReversed().map((entry) => (
                <LedgerRow key={entry.id} entry={entry} base={session.base} />
              ))}
            </ol>
          )}
        </Card>
      </div>
    </>
  );
}

const VARIANTS = [
  ['v2', 'Items API (v2)'],
  ['earlier', 'Blobs API'],
] as const;

/** VariantChoice links to this page in each API variant, whose logs differ; a server elsewhere has one only. */
function VariantChoice({ register }: { register: RegisterId & { readonly mount: string } }) {
  return (
    <nav className="row pills" aria-label="API variant">
      {VARIANTS.map(([mount, name]) => (
        <Link
          key={mount}
          to={pathTo({ view: 'api', register: withMount(register, mount) })}
          aria-current={register.mount.split('+')[0] === mount ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/**
 * LedgerRow is one request: its result in one line, and the answer when opened. The body
 * is always shown as text.
 */
export function LedgerRow({ entry, base }: { entry: LedgerEntry; base: string }) {
  const [open, setOpen] = useState(false);
  const [status, tone] = statusOf(entry);
  const path = entry.address.startsWith(base) ? entry.address.slice(base.length) : entry.address;
  return (
    <li>
      <details className={`bare ${styles.request}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="line">
          <span className={styles.status} data-tone={tone}>
            {status}
          </span>
          <span className={styles.address}>
            <span className="faint">{entry.method}</span> {path === '' ? '/' : path}
          </span>
          <span className="faint">
            {entry.tries !== undefined && `try ${entry.tries} · `}
            {entry.timeMs !== undefined && formatMilliseconds(entry.timeMs)}
            {entry.bytes !== undefined && ` · ${formatBytes(entry.bytes)}`}
          </span>
        </summary>
        {open && <Opened entry={entry} />}
      </details>
    </li>
  );
}

function Opened({ entry }: { entry: LedgerEntry }) {
  return (
    <div className="group">
      {(
        [
          ['', entry.address],
          ['answered by ', entry.finalAddress],
          ['Content-Type: ', entry.contentType],
          ['Link: ', entry.link],
        ] as const
      ).map(
        ([term, value]) =>
          value !== undefined && (
            <p key={term} className="quiet wrap">
              {term}
              <code>
                <Literal text={value} />
              </code>
            </p>
          ),
      )}
      {entry.message !== undefined && <p className="problem">{entry.message}</p>}
      {entry.body !== undefined && (
        <pre className="bytes" tabIndex={0} aria-label="Body of the answer">
          <Literal text={wasRead(entry) ? pretty(entry.body) : entry.body} most={BODY_AT_MOST} />
        </pre>
      )}
      {entry.bodyCut === true && <p className="quiet wrap">Only the beginning of the body is kept here.</p>}
      <p className="row">
        <CopyButton text={toCurl(entry.address)}>Copy as curl</CopyButton>
        {entry.body !== undefined && <CopyButton text={entry.body}>Copy body</CopyButton>}
      </p>
    </div>
  );
}

/** BODY_AT_MOST is the most characters of a body shown; all of the stored body can be copied. */
const BODY_AT_MOST = 200_000;

/**
 * wasRead reports whether a body was read as JSON: others may be nested so deep that their
 * indents alone fill the memory.
 */
function wasRead({ error, bodyCut }: LedgerEntry): boolean {
  return bodyCut !== true && (error === undefined || error === 'BAD_SHAPE' || error === 'UNSUPPORTED');
}

/** pretty indents a body that is complete JSON and returns any other unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** statusOf returns the result of a request with its tone. */
function statusOf({ error, status }: LedgerEntry): readonly [words: string, tone: 'ok' | 'failed' | 'quiet'] {
  if (error === 'ABORTED') return ['cancelled', 'quiet'];
  if (status === undefined) return error === undefined ? ['waiting', 'quiet'] : ['failed', 'failed'];
  return [String(status), error === undefined && status < 400 ? 'ok' : 'failed'];
}

declare const __SINGLE_FILE__: boolean;

/**
 * RequestBox sends a request to any endpoint of this variant, with values that exist where an example is
 * known. The answer appears in the list of requests.
 */
function RequestBox({ variant }: { variant: Variant }) {
  const session = useSession();
  const { data: example } = useQuery(exampleQuery(session));
  const endpoints = ENDPOINTS[variant];
  const [chosen, choose] = useState('');
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0];
  const path = endpoint && addressOf(endpoint, valuesOf(variant, example));
  const name = variant === 'item' ? 'v2' : 'earlier';
  // The ledger has the raw answer or the failure; accept any JSON.
  const send = (path: string): void => {
    session.transport.get(`${session.base}${path}`, () => null, { fresh: true }).catch(() => undefined);
  };
  return (
    <Card title="Send a request" note={variant === 'item' ? 'items API (v2)' : 'blobs API'}>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          send(String(new FormData(event.currentTarget).get('path') ?? ''));
        }}
      >
        <label>
          Endpoint
          <select value={endpoint?.id} onChange={(event) => choose(event.target.value)}>
            {endpoints.map((one) => (
              <option key={one.id} value={one.id}>
                {templateOf(one)}: {one.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Address, which you can edit
          <input name="path" key={path} defaultValue={path} spellCheck={false} autoComplete="off" />
        </label>
        <Button type="submit" kind="strong">
          Send
        </Button>
      </form>
      <p className="quiet">
        The answer appears at the top of the list of requests.{' '}
        {__SINGLE_FILE__ || (
          <>
            For tools: <a href={`${REGISTERS_ADDRESS}/openapi-${name}.json`}>this API in OpenAPI 3.1</a>.{' '}
          </>
        )}
        <Link to="/help#conformance">Check a server against the API document</Link>.
      </p>
    </Card>
  );
}

/** valuesOf returns parameters that exist, if an example is known. */
function valuesOf(variant: Variant, example: Example | undefined): ParameterValues {
  const text = (name: 'key' | 'attribute' | 'value', otherwise: string = name): string => {
    const found = example?.[name];
    return found !== undefined && canBeAddressed(found) ? found : otherwise;
  };
  const size = example?.logSize ?? 1;
  const hash = example?.hash === undefined ? '' : formatHash(example.hash, variant);
  const [attribute, value] = [text('attribute', 'name'), text('value')];
  return {
    key: text('key'),
    'attribute-name': attribute,
    'attribute-value': value,
    name: attribute,
    value,
    start: 1,
    'entry-number': size,
    'log-size': size,
    'small-log-size': Math.max(1, size - 1),
    'large-log-size': size,
    'proof-identifier': PROOF_IDENTIFIER,
    'item-hash': hash,
    id: hash,
  };
}
