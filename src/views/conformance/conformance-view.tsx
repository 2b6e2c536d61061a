import type { Report } from '../../conformance/report.ts';
import { runConformance } from '../../conformance/run.ts';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Group, GROUPS, USUAL_GROUPS } from '../../conformance/model.ts';
import { DEFAULT_RATE } from '../../conformance/prober.ts';
import { type RegisterServer, useSite } from '../../query/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './conformance.module.css';
import { ReportPart } from './report-part.tsx';

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  register: 'Summary',
  records: 'Records',
  entries: 'Entries',
  items: 'Items or blobs',
  proofs: 'Proofs',
  snapshots: 'Snapshots of the blobs API',
  hostile: 'Odd requests, to be refused properly',
};

/** EXAMPLES are registers to try, with descriptions. */
const EXAMPLES: readonly (readonly [name: string, words: string])[] = [
  ['country', 'an example with the items API'],
  ['country~earlier', 'one with the blobs API'],
  ['country~v2+altered-item', 'one with a fault to be found'],
];

/** Settings are those in the address: the server to check, the groups, and the rate. */
interface Settings {
  readonly base: string;
  readonly groups: readonly Group[];
  readonly rate: number;
}

function readSettings(query: URLSearchParams): Settings {
  const named = query.get('run')?.split(',') ?? [];
  const groups = GROUPS.filter((group) => named.includes(group));
  const rate = Number(query.get('rate'));
  return {
    base: query.get('base') ?? '',
    groups: groups.length > 0 ? groups : USUAL_GROUPS,
    rate: rate > 0 && rate <= 100 ? rate : DEFAULT_RATE,
  };
}

/** writeSettings writes them into the query of an address, keeping other parameters. */
function writeSettings({ base, groups, rate }: Settings, before: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(before);
  query.set('base', base);
  for (const [name, value, usual] of [
    ['run', groups.join(), USUAL_GROUPS.join()],
    ['rate', String(rate), String(DEFAULT_RATE)],
  ] as const)
    if (value === usual) query.delete(name);
    else query.set(name, value);
  return query;
}

/**
 * ConformanceView checks whether a server answers as the API document says. The address has the server and
 * the settings; a button starts.
 */
export function ConformanceView() {
  const { serverOf } = useSite();
  const [query, setQuery] = useSearchParams();
  const [problem, setProblem] = useState<string>();
  const { report, start, stop } = useReport();
  const settings = readSettings(query);
  const isRunning = report?.state === 'running';
  const baseField = useRef<HTMLInputElement>(null);
  // Not keyed by the address, which the button changes too: it would lose the focus.
  useEffect(() => {
    if (baseField.current) baseField.current.value = readSettings(query).base;
  }, [query]);
  const begin = async (chosen: Settings): Promise<void> => {
    const server = await serverOf(chosen.base).catch(() => ({
      problem: 'A part of this page could not be loaded. Check your connection, and try again.',
    }));
    // The reader has left.
    if (baseField.current === null) return;
    setQuery((before) => writeSettings(chosen, before), { replace: true });
    if ('problem' in server) return setProblem(server.problem);
    setProblem(undefined);
    start({ ...server, groups: chosen.groups, rate: chosen.rate });
  };
  return (
    <>
      <PageHead
        title="Conformance report"
        note="Does a register server answer as the API document says? This page only reads from it."
      />
      <div className="stack">
        <Card title="Server">
          <form
            noValidate
            className="group"
            onSubmit={(event) => {
              event.preventDefault();
              if (isRunning) return stop();
              const form = new FormData(event.currentTarget);
              const groups = GROUPS.filter((group) => form.has(group)).join();
              const text = {
                base: String(form.get('base')).trim(),
                run: groups,
                rate: String(form.get('rate')),
              };
              void begin(readSettings(new URLSearchParams(text)));
            }}
          >
            <label htmlFor="conformance-base">
              Base address of the API, name of an example register, or address of an RSF file
            </label>
            <input
              ref={baseField}
              id="conformance-base"
              name="base"
              type="text"
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              defaultValue={settings.base}
              placeholder="https://country.register.example"
              aria-invalid={problem !== undefined}
              aria-describedby="conformance-problem"
            />
            <p className="quiet">
              Try{' '}
              {EXAMPLES.map(([name, words], index) => (
                <span key={name}>
                  <Link replace to={`?${writeSettings({ ...settings, base: name }, query)}`}>
                    {words}
                  </Link>
                  {[', ', ' or ', '.'][index]}
                </span>
              ))}
            </p>
            <p id="conformance-problem" role="status" className="problem">
              {problem !== undefined && <Literal text={problem} />}
            </p>
            <fieldset className={styles.groups}>
              <legend>What to check</legend>
              {GROUPS.map((group) => (
                <label key={group}>
                  <input type="checkbox" name={group} defaultChecked={settings.groups.includes(group)} />
                  {GROUP_NAMES[group]}
                </label>
              ))}
            </fieldset>
            <div className="bar">
              <label className="bar">
                Requests a second, at most
                <input
                  className={styles.rate}
                  name="rate"
                  type="number"
                  min="1"
                  max="100"
                  step="any"
                  defaultValue={settings.rate}
                />
              </label>
              {/* One button, so that it keeps the focus. */}
              <Button type="submit" kind={isRunning ? 'plain' : 'strong'}>
                {isRunning ? 'Stop' : 'Check server'}
              </Button>
            </div>
          </form>
        </Card>
        {report === undefined ? (
          <p className="quiet measure">
            The report lists every check by endpoint, with the sentence of the API document that it checks
            and, for a failure, the request. In a terminal, <code>npm run conformance -- ADDRESS</code> does
            the same.
          </p>
        ) : (
          <ReportPart report={report} />
        )}
      </div>
    </>
  );
}

/** useReport makes a report, one at a time, and returns its progress. Leaving the page stops it. */
function useReport() {
  const [report, setReport] = useState<Report>();
  const running = useRef<AbortController>(undefined);
  const stop = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  async function run(options: RegisterServer & Pick<Settings, 'groups' | 'rate'>): Promise<void> {
    stop();
    const controller = new AbortController();
    running.current = controller;
    for await (const next of runConformance({ ...options, signal: controller.signal }))
      if (running.current === controller) setReport(next);
  }

  return {
    report,
    stop,
    start: (options: Parameters<typeof run>[0]): void =>
      void run(options).catch((error) =>
        // A bug of this program is shown as one.
        setReport(() => {
          throw error;
        }),
      ),
  };
}
