import { Card } from '../ui/card.tsx';
import { saveText } from '../ui/save-file.ts';
import { createRootMemory } from '../verify/root-memory.ts';
import { readRootsFile, writeRootsFile } from '../verify/roots-file.ts';
import { refusalOf } from '../verify/unkept.ts';
import type { RootActions } from '../views/settings/root-row.tsx';
import { SettingsView } from '../views/settings/settings-view.tsx';
import { WitnessCard } from '../views/settings/witness-card.tsx';
import { saveReport } from './save-report.ts';
import { forgetSessions } from './sessions.ts';
import { BUILD_ID } from './site-keeper.ts';
import { askToPersist, forgetEverything, readStorage } from './storage-here.ts';
import { refusalWords } from './unkept.tsx';

const memory = createRootMemory();

const actions: RootActions = {
  list: () => memory.list(),
  async forget(registerId) {
    await memory.forget(registerId);
    forgetSessions();
  },
  async forgetAll() {
    const { roots, unreadable } = await memory.list();
    for (const id of [...roots.map((root) => root.registerId), ...unreadable]) await memory.forget(id);
    forgetSessions();
  },
  async save() {
    const { roots } = await memory.list();
    saveText('remembered-roots.json', writeRootsFile(roots, Date.now()), 'application/json');
  },
  importFile,
  explain: (error) => refusalWords(refusalOf(error)),
  storage: readStorage,
  askToPersist,
  async forgetEverything() {
    const known = await memory.list().catch(() => ({ roots: [], unreadable: [] }));
    await forgetEverything([...known.roots.map(({ registerId }) => registerId), ...known.unreadable]);
    forgetSessions();
  },
  saveReport,
};

async function importFile(file: File): Promise<string> {
  try {
    const read = readRootsFile(await file.text());
    if ('problem' in read) return `${file.name}: ${read.problem}`;
    const { added, kept } = await memory.add(read.roots, Date.now());
    forgetSessions();
    return [
      added.length === 0 ? 'Nothing was imported.' : `Imported: ${added.join(', ')}.`,
      kept.length === 0 ? '' : `Left as it was here: ${kept.join(', ')}.`,
    ].join(' ');
  } catch (error) {
    return `${file.name} could not be imported: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** SettingsPage is the settings view with what it is built on. */
export function SettingsPage() {
  return (
    <SettingsView actions={actions}>
      <WitnessCard />
      <BuildCard />
    </SettingsView>
  );
}

declare const __SINGLE_FILE__: boolean;

/** BuildCard names the build of this page, and says how to find out whether it is what its source makes. */
function BuildCard() {
  if (BUILD_ID === undefined) return null;
  return (
    <Card title="This page" note="Reported build">
      <div className="group measure quiet">
        <p>
          <code>{BUILD_ID}</code>
        </p>
        <p>
          The beginning of a SHA-256 over {__SINGLE_FILE__ ? 'this file' : 'all files of the site'}. The same
          source gives the same number:{' '}
          <code>{__SINGLE_FILE__ ? 'npm run build:single' : 'npm run build'}</code> prints it, and{' '}
          <code>node src/tools/build-id.mjs {__SINGLE_FILE__ ? 'FILE' : 'FOLDER'}</code> computes it from what
          you have. An altered page can name any number: only the files tell.
        </p>
      </div>
    </Card>
  );
}
