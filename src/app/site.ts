import { createLedger } from '../api/ledger.ts';
import { createTransport } from '../api/transport.ts';
import type { Site } from '../query/site-context.ts';
import { formatRegisterId, parseRegisterId } from '../ui/paths.ts';
import { PAGES_ADDRESS, REGISTERS_ADDRESS } from '../ui/site-address.ts';
import { openedBefore, shortcuts } from './local-storage.ts';
import { mockFetch } from './register-address.ts';
import { BUILD_ID } from './build-id.ts';
import { restartSessions, sessionFor } from './sessions.ts';

/** HERE identifies addresses of this site. */
export const HERE = { site: PAGES_ADDRESS, registersAddress: REGISTERS_ADDRESS };

/** site provides what pages outside a register need. */
export const site: Site = {
  bundledAddress: REGISTERS_ADDRESS,
  transport: createTransport({ fetch: mockFetch, ledger: createLedger() }),
  sessionAt: (id) => {
    const register = parseRegisterId(id);
    return register && sessionFor(register);
  },
  pathOf: async (address) => {
    const { pathOfAddress } = await import('./one-box/addresses.ts');
    return pathOfAddress(address, HERE);
  },
  reread: async (id) => {
    const register = parseRegisterId(id);
    if (register?.kind !== 'file' || !register.file.includes('://')) return false;
    const opened = await (await import('./files/files.ts')).rereadFile(register.file);
    if ('problem' in opened) throw new Error(opened.problem);
    if (opened.isCached) throw new Error('Its host could not be reached.');
    return true;
  },
  openFile: async (file, watch) => {
    const { openFile } = await import('./files/files.ts');
    const opened = await openFile(file, watch);
    if ('problem' in opened) return opened;
    const { name, title, logSize } = opened;
    const id = formatRegisterId({ kind: 'file', file: name, mount: 'v2' });
    // Links from other files lead to it even before it is opened.
    openedBefore.add({ id, title, openedAt: Date.now(), entries: logSize });
    return { id, title, logSize };
  },
  recent: openedBefore.read,
  forget: openedBefore.remove,
  restartSessions,
  shortcuts,
  buildId: BUILD_ID,
};
