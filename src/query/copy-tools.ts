import { bulkPages } from '../api/bulk-pages.ts';
import { readAll } from './copy-reading.ts';
import { remoteHost } from './remote-host.ts';
import type { CopyTools } from './copy-desk.ts';

/** copyTools read a register into a worker of its own. */
export const copyTools: CopyTools = {
  host(stopped) {
    const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), {
      type: 'module',
      name: 'copy',
    });
    const { host, breakOff } = remoteHost(worker, stopped);
    return { host, end: () => breakOff(new Error('The register was read again meanwhile.')) };
  },
  pages: (session, client) => bulkPages(client, session.transport),
  readAll,
};
