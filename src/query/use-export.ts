import { NO_COPY } from './copy.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Hash } from '../core/hash.ts';
import type { Variant } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ExportAsk, ExportFilter, ExportForm, ExportWhat } from '../log/export.ts';
import type { ByteSink, WrittenSoFar } from './export-file.ts';
import { clientOf } from './client-query.ts';
import { describeFailure } from './failure.ts';
import type { TextFile } from './save-proof.ts';
import { registerQuery } from './register-queries.ts';
import type { RegisterCopy } from './copy-desk.ts';
import { READ_WITHOUT_ASKING, copyAnswer, type CopyInSight, copyStream, useCopy } from './copy.ts';
import { useSession } from './session.ts';
import type { LedgerEntry } from '../api/ledger.ts';
import { linkTarget } from '../api/pages.ts';

/** ExportChoice is what the reader chooses to take away. */
export interface ExportChoice {
  readonly what: ExportWhat;
  readonly form: ExportForm;
  /** Only the records that the view shows. */
  readonly filtered: boolean;
}

/** ExportOffer is what a choice comes to, before anything is written. */
export interface ExportOffer {
  readonly rows: number;
  /** Rows whose data could not be had. */
  readonly withoutData: number;
  readonly at: number;
  readonly size: number;
  readonly variant: Variant;
  readonly verdict: Verdict;
  /** Why the log cannot be written as RSF. */
  readonly rsfProblem: string | undefined;
  readonly name: string;
  readonly type: string;
}

/** ExportRun is how far the writing is. */
export type ExportRun =
  | { readonly phase: 'none' }
  | ({ readonly phase: 'writing'; readonly of: number } & WrittenSoFar)
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly message: string }
  | {
      readonly phase: 'written';
      readonly name: string;
      readonly rows: number;
      readonly bytes: number;
      readonly sha256: Hash;
      readonly manifest: TextFile;
    };

/** ExportDesk is where a register is taken away from. */
export interface ExportDesk {
  readonly copy: CopyInSight;
  readonly choice: ExportChoice;
  readonly choose: (change: Partial<ExportChoice>) => void;
  readonly canFilter: boolean;
  readonly offer: ExportOffer | undefined;
  readonly run: ExportRun;
  /** begin writes the file; resolves with its manifest once it is complete, undefined where it did not come to that. */
  readonly begin: (file: ByteSink & { readonly name: string }) => Promise<TextFile | undefined>;
  readonly stop: () => void;
  /** forget goes back to choosing. */
  readonly forget: () => void;
  /** The address of an Atom feed that the server named. */
  readonly feed: string | undefined;
}

/** useExport is the desk for the register on view, as of log size `at` (undefined: the present). With `open` the register is read where that needs no asking. */
export function useExport({
  open,
  at,
  what,
  filter,
}: {
  open: boolean;
  at: number | undefined;
  what: ExportWhat;
  filter?: ExportFilter | undefined;
}): ExportDesk {
  const session = useSession();
  const reading = useCopy(session, open, at);
  const [choice, setChoice] = useState<ExportChoice>({ what, form: 'csv-safe', filtered: true });
  const copy = open && reading.phase === 'ready' ? reading.copy : undefined;
  const { offer, ask } = useOffer(copy, at, choice, filter);
  const { run, begin, stop, forget } = useWriting(copy, offer, ask);
  const { ledger } = session;
  return {
    copy: soonRead(reading),
    choice,
    choose: (change) => setChoice((before) => fitting({ ...before, ...change })),
    canFilter: filter !== undefined,
    offer,
    run,
    begin,
    stop,
    forget,
    feed: feedLink(useSyncExternalStore(ledger.subscribe, ledger.entries)),
  };
}

/** What is read unasked is not offered to be read. */
function soonRead(reading: CopyInSight): CopyInSight {
  const { entries } = reading;
  if (reading.phase !== 'absent' || entries === undefined || entries > READ_WITHOUT_ASKING) return reading;
  return { ...reading, phase: 'reading', what: 'entries', done: 0, of: entries };
}

/** RSF holds whole logs. */
function fitting(choice: ExportChoice): ExportChoice {
  return choice.what === 'records' && choice.form === 'rsf' ? { ...choice, form: 'csv-safe' } : choice;
}

function useOffer(
  copy: RegisterCopy | undefined,
  at: number | undefined,
  choice: ExportChoice,
  filter: ExportFilter | undefined,
): { offer: ExportOffer | undefined; ask: ExportAsk } {
  const session = useSession();
  const queries = useQueryClient();
  const { data: about } = useQuery(registerQuery(session));
  const { data: variant } = useQuery({
    queryKey: [session.id, 'variant'],
    queryFn: async () => (await clientOf(queries, session)).variant,
    staleTime: Infinity,
  });
  const filtered = choice.what === 'records' && choice.filtered && filter !== undefined;
  const ask: ExportAsk = {
    what: choice.what,
    form: choice.form,
    at: at ?? copy?.size ?? 0,
    ...(filtered ? { filter } : {}),
    fields: about?.schema.map(({ id }) => id) ?? [],
  };
  const { data: plan } = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'exportPlan', { ...ask, form: 'csv', fields: [] }),
    enabled: copy !== undefined,
  });
  if (copy === undefined || plan === undefined || variant === undefined) return { offer: undefined, ask };
  const title = about?.name ?? about?.title ?? session.id;
  return {
    ask,
    offer: {
      rows: plan.rows,
      withoutData: plan.withoutData,
      at: ask.at,
      size: copy.size,
      variant,
      verdict: copy.verdict,
      rsfProblem: plan.rsfProblem ?? ruleProblem(copy, session.trust.leafRule()),
      name: exportName(title, ask, copy.size),
      type: MEDIA_TYPES[choice.form],
    },
  };
}

/** The root that ends a file is written by the leaf rule of RSF: where the register's is another, so is its root. */
function ruleProblem({ head }: RegisterCopy, leafRule: string | undefined): string | undefined {
  if (head === undefined || leafRule === 'item-json') return undefined;
  return 'The root at the end of an RSF file is computed by another rule than this register’s, so that it would not be the published one.';
}

function useWriting(copy: RegisterCopy | undefined, offer: ExportOffer | undefined, ask: ExportAsk) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: about } = useQuery(registerQuery(session));
  const [run, setRun] = useState<ExportRun>({ phase: 'none' });
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const write = async (
    file: ByteSink & { readonly name: string },
    signal: AbortSignal,
  ): Promise<ExportRun> => {
    if (copy === undefined || offer === undefined) throw new Error('nothing to write yet');
    const { writeExport } = await import('./export-file.ts');
    const { written, manifest } = await writeExport({
      stream: await copyStream(session, queries, copy, 'exported', ask),
      file,
      signal,
      report: (soFar) => setRun({ phase: 'writing', of: offer.rows, ...soFar }),
      rootAt: async (leafRule) =>
        queries.fetchQuery(copyAnswer(session, copy, 'rootAt', { at: ask.at, leafRule })),
      facts: {
        register: {
          title: about?.title ?? about?.name ?? session.id,
          address: session.base,
          variant: offer.variant,
        },
        ask,
        rows: offer.rows,
        size: copy.size,
        head: copy.head,
        leafRule: session.trust.leafRule(),
        verdict: copy.verdict,
        withoutData: offer.withoutData,
      },
    });
    return { phase: 'written', name: file.name, rows: offer.rows, ...written, manifest };
  };

  const begin = async (file: ByteSink & { readonly name: string }): Promise<TextFile | undefined> => {
    const stop = new AbortController();
    stopping.current = stop;
    setRun({ phase: 'writing', of: offer?.rows ?? 0, rows: 0, bytes: 0 });
    try {
      const done = await write(file, stop.signal);
      setRun(done);
      return done.phase === 'written' ? done.manifest : undefined;
    } catch (error) {
      const { message } = describeFailure(error);
      setRun(stop.signal.aborted ? { phase: 'stopped' } : { phase: 'failed', message });
      return undefined;
    }
  };

  return {
    run,
    begin,
    stop: () => stopping.current?.abort(),
    forget: () => {
      stopping.current?.abort();
      setRun({ phase: 'none' });
    },
  };
}

/** MEDIA_TYPES are those of the files. */
export const MEDIA_TYPES: Record<ExportForm, string> = {
  'csv-safe': 'text/csv',
  csv: 'text/csv',
  json: 'application/json',
  rsf: 'application/uk-gov-rsf',
};

const EXTENSIONS: Record<ExportForm, string> = {
  'csv-safe': '.csv',
  csv: '.csv',
  json: '.json',
  rsf: '.rsf',
};

/**
 * exportName is the name of a file out of a register's title, a server's text: letters, digits and hyphens only. A whole log as RSF goes by the register's name
 * alone, because readers take the name of the file for that of the register.
 */
export function exportName(title: string, { what, form, at, filter }: ExportAsk, size: number): string {
  const stem = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  const parts = [stem === '' ? 'register' : stem];
  if (form !== 'rsf') parts.push(filter === undefined ? what : `${what}-filtered`);
  if (form !== 'rsf' || at < size) parts.push(`of-${at}`);
  return parts.join('-') + EXTENSIONS[form];
}

/** feedLink is the address of an Atom feed that some answer of this visit named in its Link header; undefined where none did. Only http and https. The API document knows no feed. */
export function feedLink(answers: readonly LedgerEntry[]): string | undefined {
  for (const { link, finalAddress, address } of answers) {
    const target = link === undefined ? undefined : linkTarget(link, 'alternate', 'application/atom+xml');
    const from = finalAddress ?? address;
    if (target === undefined || target === null || !URL.canParse(target, from)) continue;
    const { protocol, href } = new URL(target, from);
    if (protocol === 'https:' || protocol === 'http:') return href;
  }
  return undefined;
}
