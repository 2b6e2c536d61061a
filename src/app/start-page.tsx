import { createLedger } from '../api/ledger.ts';
import { createTransport } from '../api/transport.ts';
import { SiteContext, type Site } from '../query/site.ts';
import { formatRegisterId } from '../ui/paths.ts';
import { StartView } from '../views/start/start-view.tsx';
import { createRootMemory } from '../verify/root-memory.ts';
import { REGISTERS_ADDRESS } from './addresses.ts';
import { openFile } from './files.ts';
import { forgetRecent, readRecent } from './recent.ts';
import { mockFetch } from './sessions.ts';

const site: Site = {
  bundledAddress: REGISTERS_ADDRESS,
  transport: createTransport({ fetch: mockFetch, ledger: createLedger() }),
  openFile: async (file) => {
    const opened = await openFile(file);
    return 'id' in opened ? { id: formatRegisterId({ kind: 'file', file: opened.id, mount: 'v2' }) } : opened;
  },
  recent: readRecent,
  forget: forgetRecent,
  remembered: async () => (await createRootMemory().list()).roots,
};

/** StartPage is the start view with what it is built on; a reader who follows a link to a record does not fetch it. */
export function StartPage() {
  return (
    <SiteContext value={site}>
      <StartView />
    </SiteContext>
  );
}
