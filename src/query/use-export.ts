import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatHash, type Hash } from '../core/hash.ts';
import type { LeafRuleId, Variant } from '../core/model.ts';
import { RunningHash } from '../core/sha256.ts';
import type { Verdict } from '../core/verdict.ts';
import { readExport } from '../log/remote-log.ts';
import type {
  ExportRequest,
  ExportFilter,
  ExportForm,
  ExportPiece,
  ExportPlan,
  ExportContent,
} from '../log/export.ts';
import { clientQuery } from './client-query.ts';
import { copyIn, type RegisterCopy } from './copy-controller.ts';
import { copyAnswer, copyControllerOf, useCopy, useCopyAnswer, type WholeLogCopy } from './copy.ts';
import { describeFailure } from './failure.ts';
import { registerQuery } from './register-queries.ts';
import type { TextFile } from './save-proof.ts';
import { useSession } from './session.ts';

/** ExportChoice is the content chosen for download; `filtered`: only the records that the view shows. */
interface ExportChoice {
  readonly what: ExportContent;
  readonly form: ExportForm;
  readonly filtered: boolean;
}

/** ExportRun is the progress of writing. */
type ExportRun =
  | { readonly phase: 'none' | 'stopped' }
  | { readonly phase: 'writing'; readonly rows: number; readonly bytes: number }
  | { readonly phase: 'failed'; readonly message: string }
  | ({ readonly phase: 'written'; readonly manifest: TextFile } & ExportedFile);

/** FileToWrite is the file that the reader chose. */
interface FileToWrite {
  readonly name: string;
  /** Aborted, it leaves no file behind. */
  readonly stream: WritableStream<Uint8Array>;
}

/** Export is a download that is prepared: the choice, the writing, and the functions to change them. */
export interface Export {
  /** The whole log, from which the file is written. */
  readonly copy: WholeLogCopy;
  readonly choice: ExportChoice;
  readonly choose: (change: Partial<ExportChoice>) => void;
  /** Whether the view shows only some of the records. */
  readonly canFilter: boolean;
  readonly offer: ExportOffer | undefined;
  readonly run: ExportRun;
  /** write writes the file; resolves with its manifest once it is complete, else undefined. */
  readonly write: (file: FileToWrite) => Promise<TextFile | undefined>;
  readonly stop: () => void;
  /** forget goes back to choosing. */
  readonly forget: () => void;
}

/**
 * useExport prepares a download of the register on view, as of log size `at` (undefined: the present). With
 * `open` a small register is read at once.
 */
export function useExport({
  open,
  at,
  what,
  filter,
}: {
  open: boolean;
  at: number | undefined;
  what: ExportContent;
  filter?: ExportFilter | undefined;
}): Export {
  const session = useSession();
  const queries = useQueryClient();
  const reading = useCopy(session, open, at);
  const copy = open ? copyIn(reading) : undefined;
  const [choice, setChoice] = useState<ExportChoice>({ what, form: 'csv-safe', filtered: true });
  const offer = useOffer(copy, at, choice, filter);
  const [run, setRun] = useState<ExportRun>({ phase: 'none' });
  const stopping = useRef<AbortController>(undefined);
  const end = (phase: 'none' | 'stopped'): void => {
    stopping.current?.abort();
    setRun({ phase });
  };
  useEffect(() => () => stopping.current?.abort(), []);

  const write = async (file: FileToWrite): Promise<TextFile | undefined> => {
    if (copy === undefined || offer === undefined) return undefined;
    const { signal } = (stopping.current = new AbortController());
    setRun({ phase: 'writing', rows: 0, bytes: 0 });
    try {
      const { at, size } = offer;
      const leafRule = session.trust.leafRule();
      const rootAt =
        at < size && leafRule !== undefined
          ? await queries.fetchQuery(copyAnswer(session, copy, 'rootAt', { at, leafRule }))
          : undefined;
      const pieces = await readExport(copyControllerOf(session, queries).host(copy), offer.request);
      const written = await writeOut(pieces, file, signal, (rows, bytes) => {
        if (!signal.aborted) setRun({ phase: 'writing', rows, bytes });
      });
      const text = writeManifest(offer, written, leafRule, rootAt);
      const manifest = { name: `${file.name}.manifest.json`, text, type: 'application/json' };
      setRun({ phase: 'written', ...written, manifest });
      return manifest;
    } catch (error) {
      if (!signal.aborted) setRun({ phase: 'failed', message: writeFault(error) });
      return undefined;
    }
  };

  return {
    copy: reading,
    choice,
    /** RSF holds whole logs. */
    choose: (change) =>
      setChoice((before) => {
        const next = { ...before, ...change };
        return next.what === 'records' && next.form === 'rsf' ? { ...next, form: 'csv-safe' } : next;
      }),
    canFilter: filter !== undefined,
    offer,
    run,
    write,
    stop: () => end('stopped'),
    forget: () => end('none'),
  };
}

/** writeFault says why a file was not written. Browsers describe a fault of the file each in their own words. */
export function writeFault(error: unknown): string {
  if (!(error instanceof DOMException)) return describeFailure(error).message;
  return error.name === 'QuotaExceededError'
    ? 'There is no room left for it.'
    : 'The browser could not write to this file.';
}

/** ExportOffer describes the file of a choice before it is written. */
interface ExportOffer extends ExportPlan, Pick<RegisterCopy, 'size' | 'head' | 'verdict'> {
  /** The log size as of which it is written. */
  readonly at: number;
  readonly request: ExportRequest;
  /** The title of the register, its base address, and its id. */
  readonly title: string;
  readonly address: string;
  readonly place: string;
  readonly variant: Variant;
  /** The name of the file, and its media type. */
  readonly name: string;
  readonly type: string;
}

/** useOffer describes the file of a choice; undefined before the register is read. */
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
  const unlisted: ExportRequest = { what, form: 'csv', at, ...narrowed, fields: [] };
  const { data: plan } = useCopyAnswer(session, copy, 'exportPlan', unlisted);
  if (copy === undefined || plan === undefined || client === undefined) return undefined;
  const { size, head, verdict } = copy;
  const request = { ...unlisted, form, fields: about?.schema.map(({ id }) => id) ?? [] };
  // The root in an RSF file follows its own leaf rule.
  const isOtherRule = head !== undefined && session.trust.leafRule() !== 'item-json';
  const ruleProblem = isOtherRule
    ? 'The root at the end of an RSF file is computed by another rule than this register’s, so that it would not be the published one.'
    : undefined;
  return {
    ...plan,
    at,
    size,
    head,
    verdict,
    request,
    title: about?.title ?? about?.name ?? session.id,
    address: session.base,
    place: session.id,
    variant: client.variant,
    rsfProblem: plan.rsfProblem ?? ruleProblem,
    name: exportName(about?.name ?? about?.title ?? session.id, request, size),
    type: FORMS[form].type,
  };
}

/** FORMS are the forms of a file: media type, end of the name, and how it is written. */
export const FORMS: Readonly<
  Record<
    ExportForm,
    { readonly type: string; readonly extension: string; readonly label: string; readonly note: string }
  >
> = {
  'csv-safe': {
    type: 'text/csv',
    extension: '.csv',
    label: 'CSV for a spreadsheet',
    note: 'Puts an apostrophe before text that a spreadsheet could run as a formula, negative numbers included. Lists are joined with semicolons. Import columns of keys such as 007 as text, or the spreadsheet drops their zeros.',
  },
  csv: {
    type: 'text/csv',
    extension: '.csv',
    label: 'CSV with exact values',
    note: 'For programs: a spreadsheet may run a cell that begins with = + - or @ as a formula. Lists are joined with semicolons, so that a member with one of its own looks like two: JSON keeps them apart.',
  },
  json: {
    type: 'application/json',
    extension: '.json',
    label: 'JSON',
    note: 'In the form of this register’s API.',
  },
  rsf: {
    type: 'application/uk-gov-rsf',
    extension: '.rsf',
    label: 'RSF',
    note: 'The log with its items. It can be opened on the start page again.',
  },
};

/**
 * exportName returns a file name made from a register's title, a server's text: letters, digits and hyphens
 * only. A whole log as RSF has only the register's name, because readers take the file name for it.
 */
export function exportName(title: string, { what, form, at, filter }: ExportRequest, size: number): string {
  const stem = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  const parts = [stem === '' ? 'register' : stem];
  if (form !== 'rsf') parts.push(filter === undefined ? what : `${what}-filtered`);
  if (form !== 'rsf' || at < size) parts.push(`of-${at}`);
  return parts.join('-') + FORMS[form].extension;
}

/** ExportedFile is a file that is complete. */
interface ExportedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: Hash;
}

const REPORT_EVERY_MS = 100;

/**
 * writeOut writes pieces to a file and hashes them. Rejects with the signal's reason, or with the error of
 * the pieces or the file, and then leaves no file.
 */
export async function writeOut(
  pieces: ReadableStream<ExportPiece>,
  file: FileToWrite,
  signal: AbortSignal,
  report: (rows: number, bytes: number) => void,
): Promise<ExportedFile> {
  const hash = new RunningHash();
  let bytes = 0;
  let reportedAt = -Infinity;
  const hashed = new TransformStream<ExportPiece, Uint8Array>({
    transform(piece, out) {
      hash.update(piece.bytes);
      bytes += piece.bytes.length;
      out.enqueue(piece.bytes);
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      report(piece.rows, bytes);
    },
  });
  await pieces.pipeThrough(hashed).pipeTo(file.stream, { signal });
  return { name: file.name, bytes, sha256: hash.digest() };
}

/**
 * writeManifest returns JSON that says what a file contains, of which register, and what was verified.
 * `rootAt` is the root of the first `at` entries, if not the published one. Undefined values are left out.
 */
export function writeManifest(
  { request, head, variant, withoutData, rows, size, title, address, place, type, verdict }: ExportOffer,
  file: ExportedFile,
  leafRule: LeafRuleId | undefined,
  rootAt: Hash | undefined,
): string {
  const spelled = (hash: Hash): string => formatHash(hash, variant);
  const manifest = {
    format: 'register-explorer/copy-manifest',
    version: 1,
    madeAt: new Date().toISOString(),
    file: {
      name: file.name,
      mediaType: type,
      bytes: file.bytes,
      sha256: file.sha256,
      written: `${FORMS[request.form].label}. ${FORMS[request.form].note}`,
    },
    register: {
      title,
      // The id of an example register alone has no colon.
      note: place.includes(':') ? undefined : 'Demonstration data, dates invented.',
      address,
      variant: variant === 'item' ? 'items (v2)' : 'blobs',
    },
    holds: {
      what: request.what,
      count: rows,
      filter: request.filter,
      atLogSize: request.at,
      rootAtLogSize: rootAt && spelled(rootAt),
      withoutData: withoutData || undefined,
    },
    published: head === undefined ? null : { logSize: head.logSize, rootHash: spelled(head.rootHash) },
    leafRule,
    verified: verified(verdict, `all ${size} entries`),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function verified(verdict: Verdict, entries: string) {
  const { outcome } = verdict;
  switch (outcome) {
    case 'holds':
      return {
        outcome,
        means: `The browser that wrote this file read and hashed ${entries} of the register: together they give the published root, and the data hashes to the names that entries give it. The root is not signed. Nothing in this manifest can be believed without reading the register again.`,
      };
    case 'does-not-match':
      return {
        outcome,
        means: `What was read does not match: ${entries} were read.`,
        ...('reason' in verdict
          ? { reason: verdict.reason }
          : { expectedRoot: verdict.expected, computedRoot: verdict.computed }),
      };
    case 'cannot-check':
    case 'not-checked':
      return { outcome, means: `This is what was sent; it was not proved: ${verdict.reason}.` };
  }
}
