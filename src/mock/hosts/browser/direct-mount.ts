import { rootAt } from '../../../core/merkle-log.ts';
import { type App, createApp } from '../../app.ts';
import { createRegister } from '../../engine/register.ts';
import type { DirectAnswer, DirectMount, DirectRequest } from './direct-fetch.ts';
import { browserPremises } from './premises-tools.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { readRsf } from '../../rsf/read-rsf.ts';

const MAX_REDIRECTS = 20;

/** createDirectMount hosts the app for a page that calls it by messages: where there is no service worker, and for RSF files. */
export function createDirectMount(): DirectMount {
  const registers = bundledRegisters(browserPremises);
  const apps = new Map<string, App>();
  const underWay = new Map<number, AbortController>();
  return {
    async fetch(request) {
      const app = apps.get(request.basePath) ?? createApp({ registers, basePath: request.basePath });
      apps.set(request.basePath, app);
      const controller = new AbortController();
      underWay.set(request.id, controller);
      try {
        return await follow(app, request, controller.signal);
      } finally {
        underWay.delete(request.id);
      }
    },
    abort: (id) => underWay.get(id)?.abort(),
    async openRsf(fileName, file) {
      try {
        const source = await readRsf(chunksOf(file), { name: nameOf(fileName) });
        const log = createRegister(source).log('item');
        // Two files of one register, one older than the other, stand side by side; the same file always gets the same address.
        const root = rootAt(log.nodes('item-json'), log.size);
        const name = `${source.name}-${root.slice(0, 8)}`;
        registers.set(name, () => source);
        return { name };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

/** Redirects are followed here, as a browser would: no page sees them. */
async function follow(
  app: App,
  { url: asked, method, headers }: DirectRequest,
  signal: AbortSignal,
): Promise<DirectAnswer> {
  let url = asked;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await app.fetch(new Request(url, { method, headers: copy(headers), signal }));
    if (response.type === 'error') break;
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null)
      return {
        status: response.status,
        headers: [...response.headers],
        body: await textOf(response, signal),
        url,
      };
    url = new URL(location, url).href;
  }
  return { status: 0, headers: [], body: '', url };
}

/** MOST_BYTES is more than any page reads of one answer; a body that never ends is cut there. */
const MOST_BYTES = 40 * 1024 * 1024;

/** Rejects where the body breaks off, or the caller gives up waiting for the rest of it. */
async function textOf({ body }: Response, signal: AbortSignal): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; length < MOST_BYTES;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return text + decoder.decode();
    length += value.length;
    text += decoder.decode(value, { stream: true });
  }
  stop();
  return text;
}

function copy(headers: DirectRequest['headers']): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

/** A stream is read by its reader: not every browser lets one iterate over it. */
async function* chunksOf(file: Blob | ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = (file instanceof Blob ? file.stream() : file).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** The file's name without folders and endings, reduced to what a register may be called. */
function nameOf(fileName: string): string {
  const stem = /[^/\\]*$/.exec(fileName)?.[0].replace(/\.[^.]*$/, '') ?? '';
  return (
    stem
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'register'
  );
}
