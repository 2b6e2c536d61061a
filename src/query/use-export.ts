import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExportAsk, ExportFilter, ExportForm, ExportWhat } from '../log/export.ts';
import { clientQuery } from './client-query.ts';
import { copyIn, type RegisterCopy } from './copy-controller.ts';
import {
  copyAnswer,
  type WholeLogCopy,
  copyStream,
  READ_WITHOUT_ASKING,
  useCopy,
  useCopyAnswer,
} from './copy.ts';
import type { ByteSink, ExportedFile, ExportOffer, WrittenSoFar } from './export-file.ts';
import { describeFailure } from './failure.ts';
import { registerQuery } from './register-queries.ts';
import type { TextFile } from './save-proof.ts';
import { useSession } from './session.ts';

/** ExportChoice is the content chosen for download; `filtered`: only the records that the view shows. */
interface ExportChoice {
  readonly what: ExportWhat;
  readonly form: ExportForm;
  readonly filtered: boolean;
}

/** ExportRun is the progress of writing. */
type ExportRun =
  | { readonly phase: 'none' }
  | ({ readonly phase: 'writing'; readonly of: number } & WrittenSoFar)
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly message: string }
  | ({ readonly phase: 'written'; readonly rows: number; readonly manifest: TextFile } & ExportedFile);

/**
 * useExport prepares a download of the register on view, as of log size `at` (undefined: the present). With `open` a small register is read at once.
 * - offer: describes the file before it is written
 * - begin: writes the file; resolves with its manifest once it is complete, else undefined
 * - forget: goes back to choosing
 */
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
}) {
  const session = useSession();
  const reading = useCopy(session, open, at);
  const [choice, setChoice] = useState<ExportChoice>({ what, form: 'csv-safe', filtered: true });
  const copy = open ? copyIn(reading) : undefined;
  const offer = useOffer(copy, at, choice, filter);
  return {
    copy: soonRead(reading),
    choice,
    choose: (change: Partial<ExportChoice>) => setChoice((before) => fitting({ ...before, ...change })),
    canFilter: filter !== undefined,
    offer,
    ...useWriting(copy, offer),
  };
}

/** A register that is read at once is not offered for reading. */
function soonRead(reading: WholeLogCopy): WholeLogCopy {
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
  asOf: number | undefined,
  { what, form, filtered }: ExportChoice,
  filter: ExportFilter | undefined,
): ExportOffer | undefined {
  const session = useSession();
  const { data: about } = useQuery(registerQuery(session));
  const { data: client } = useQuery(clientQuery(session));
  const at = asOf ?? copy?.size ?? 0;
  const narrowed = what === 'records' && filtered && filter !== undefined ? { filter } : {};
  const asked: ExportAsk = { what, form: 'csv', at, ...narrowed, fields: [] };
  const { data: plan } = useCopyAnswer(session, copy, 'exportPlan', asked);
  if (copy === undefined || plan === undefined || client === undefined) return undefined;
  const { size, head, verdict } = copy;
  const ask = { ...asked, form, fields: about?.schema.map(({ id }) => id) ?? [] };
  return {
    ...plan,
    at,
    size,
    head,
    verdict,
    ask,
    title: about?.title ?? about?.name ?? session.id,
    address: session.base,
    variant: client.variant,
    rsfProblem: plan.rsfProblem ?? ruleProblem(copy, session.trust.leafRule()),
    name: exportName(about?.name ?? about?.title ?? session.id, ask, size),
    type: FILES[form].type,
  };
}

/** The root in the file follows the leaf rule of RSF: it differs if the register's rule does. */
function ruleProblem({ head }: RegisterCopy, leafRule: string | undefined): string | undefined {
  if (head === undefined || leafRule === 'item-json') return undefined;
  return 'The root at the end of an RSF file is computed by another rule than this register’s, so that it would not be the published one.';
}

function useWriting(copy: RegisterCopy | undefined, offer: ExportOffer | undefined) {
  const session = useSession();
  const queries = useQueryClient();
  const [run, setRun] = useState<ExportRun>({ phase: 'none' });
  const stopping = useRef<AbortController>(undefined);
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);

  const write = async (file: ByteSink, signal: AbortSignal): Promise<TextFile> => {
    if (copy === undefined || offer === undefined) throw new Error('nothing to write yet');
    const { writeManifest, writeOut } = await import('./export-file.ts');
    const { rows, at, size } = offer;
    const leafRule = session.trust.leafRule();
    const rootAt =
      at < size && leafRule !== undefined
        ? await queries.fetchQuery(copyAnswer(session, copy, 'rootAt', { at, leafRule }))
        : undefined;
    const stream = await copyStream(session, queries, copy, 'exported', offer.ask);
    const written = await writeOut(stream, file, signal, (soFar) =>
      setRun({ phase: 'writing', of: rows, ...soFar }),
    );
    const text = writeManifest(offer, written, leafRule, rootAt);
    const manifest = { name: `${file.name}.manifest.json`, text, type: 'application/json' };
    setRun({ phase: 'written', rows, ...written, manifest });
    return manifest;
  };

  const begin = async (file: ByteSink): Promise<TextFile | undefined> => {
    const { signal } = (stopping.current = new AbortController());
    setRun({ phase: 'writing', of: offer?.rows ?? 0, rows: 0, bytes: 0 });
    try {
      return await write(file, signal);
    } catch (error) {
      const { message } = describeFailure(error);
      setRun(signal.aborted ? { phase: 'stopped' } : { phase: 'failed', message });
      return undefined;
    }
  };

  const forget = (): void => {
    stop();
    setRun({ phase: 'none' });
  };
  return { run, begin, stop, forget };
}

/** FILES are the media types of the files, and how their names end. */
const FILES: Readonly<Record<ExportForm, { readonly type: string; readonly extension: string }>> = {
  'csv-safe': { type: 'text/csv', extension: '.csv' },
  csv: { type: 'text/csv', extension: '.csv' },
  json: { type: 'application/json', extension: '.json' },
  rsf: { type: 'application/uk-gov-rsf', extension: '.rsf' },
};

/**
 * exportName returns a file name made from a register's title, a server's text: letters, digits and hyphens only. A whole log as RSF has only the register's name,
 * because readers take the file name for it.
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
  return parts.join('-') + FILES[form].extension;
}
