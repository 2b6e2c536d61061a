import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RequestListener, ServerResponse } from 'node:http';

/** HostedFile is what a file host answers with at a path. */
export interface HostedFile {
  readonly text: string;
  /** The text is sent as a gzip file; the answer does not say so. */
  readonly packed?: boolean;
  /** Whether pages of other sites may read it; yes by default. */
  readonly cors?: boolean;
  readonly type?: string;
  /** 200 by default. */
  readonly status?: number;
  /** By what it can be asked whether the file has changed: an ETag by default. */
  readonly validator?: 'etag' | 'date';
  /** Which length is said; that of the text by default. */
  readonly length?: number;
  /** Only this many characters are sent, and the connection stays open. */
  readonly stopsAfter?: number;
}

/** FileHost is a static file host whose files can be changed while it runs. */
export interface FileHost {
  readonly listener: RequestListener;
  readonly files: Map<string, HostedFile>;
  /** The status of each answer to a path so far. */
  readonly answered: (path: string) => readonly number[];
}

/** createFileHost serves files to pages of other sites as code hosts and buckets do. */
export function createFileHost(files: Readonly<Record<string, HostedFile>>): FileHost {
  const served = new Map(Object.entries(files));
  const log: [path: string, status: number][] = [];
  return {
    files: served,
    answered: (path) => log.filter(([asked]) => asked === path).map(([, status]) => status),
    listener(request, response) {
      const path = request.url ?? '';
      const file = served.get(path);
      const { etag, date, ...headers } = headersOf(file);
      const isSame =
        file !== undefined &&
        (file.validator === 'date'
          ? request.headers['if-modified-since'] === date
          : request.headers['if-none-match'] === etag);
      const status = file === undefined ? 404 : isSame ? 304 : (file.status ?? 200);
      log.push([path, status]);
      const validator = file?.validator === 'date' ? { 'last-modified': date } : { etag };
      response.writeHead(status, { ...headers, ...(file && validator) });
      send(response, status === 304 ? undefined : file);
    },
  };
}

function headersOf(file: HostedFile | undefined) {
  const text = file?.text ?? 'Not Found';
  const sum = createHash('sha256').update(text).digest();
  return {
    etag: `"${sum.toString('hex').slice(0, 16)}"`,
    date: new Date(1_600_000_000_000 + sum.readUInt32BE() * 1_000).toUTCString(),
    'content-type': file?.type ?? 'text/plain; charset=utf-8',
    ...(file?.cors !== false && { 'access-control-allow-origin': '*' }),
    ...(file?.length !== undefined && { 'content-length': String(file.length) }),
  };
}

function send(response: ServerResponse, file: HostedFile | undefined): void {
  if (file?.packed) response.end(gzipSync(file.text));
  else if (file?.stopsAfter === undefined) response.end(file?.text);
  else response.write(file.text.slice(0, file.stopsAfter));
}
