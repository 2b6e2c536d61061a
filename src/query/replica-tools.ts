import { type Remote, transfer, wrap } from 'comlink';
import { bulkPages } from '../api/bulk-pages.ts';
import type { ReplicaHost } from '../replica/host.ts';
import { notingItemList } from './item-list-note.ts';
import { type PieceReader, streamOf } from './piece-reader.ts';
import type { RemoteHost, ReplicaTools } from './replica-desk.ts';

/** replicaTools read a register into a worker of its own. */
export const replicaTools: ReplicaTools = {
  host() {
    const worker = new Worker(new URL('./replica-worker.ts', import.meta.url), {
      type: 'module',
      name: 'replica',
    });
    const { host, breakOff } = remoteHost(worker);
    return {
      host,
      end() {
        worker.terminate();
        breakOff(new Error('The register was read anew meanwhile.'));
      },
    };
  },
  pages: (session, client) => notingItemList(session.id, bulkPages(client, session.transport)),
};

/** remoteHost asks the host in a worker. A worker that breaks, or is broken off, rejects what is asked of it; bytes are moved there, not copied. */
function remoteHost(worker: Worker): { host: RemoteHost; breakOff: (why: Error) => void } {
  let breakOff = (_why: Error): void => undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    breakOff = reject;
    worker.addEventListener('error', ({ message }) =>
      reject(
        new Error(
          `The part of this page that holds the register stopped: ${message || 'it could not be started'}.`,
        ),
      ),
    );
  });
  broken.catch(() => undefined);
  const remote = wrap<ReplicaHost>(worker);
  const call =
    (name: keyof ReplicaHost) =>
    (...args: readonly unknown[]): Promise<unknown> => {
      const moved = args.map((arg) => (arg instanceof Uint8Array ? transfer(arg, [arg.buffer]) : arg));
      return Promise.race([(remote[name] as (...args: unknown[]) => Promise<unknown>)(...moved), broken]);
    };
  const methods = Object.fromEntries(METHODS.map((name) => [name, call(name)])) as unknown as RemoteHost;
  const host: RemoteHost = {
    ...methods,
    stream: async (...asked) =>
      streamOf((await methods.stream(...asked)) as unknown as Remote<PieceReader>, broken),
  };
  return { host, breakOff };
}

const METHODS: readonly (keyof ReplicaHost)[] = [
  'open',
  'addEntries',
  'addItems',
  'addItem',
  'addData',
  'missing',
  'check',
  'ask',
  'stream',
];
