import { saveText } from '../ui/save-text.ts';
import { createRootMemory } from '../verify/root-memory.ts';
import { refusalOf } from '../verify/unkept.ts';
import { readRootsFile, writeRootsFile } from '../verify/roots-file.ts';
import type { RootsDesk } from '../views/settings/roots-desk.ts';
import { SettingsView } from '../views/settings/settings-view.tsx';
import { BuildCard } from './build-card.tsx';
import { saveReport } from './save-report.ts';
import { forgetSessions } from './sessions.ts';
import { askToPersist, forgetEverything, readStorage } from './storage-here.ts';
import { REFUSAL_WORDS } from './unkept-words.ts';

const memory = createRootMemory();

const desk: RootsDesk = {
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
  takeOver,
  explain: (error) => REFUSAL_WORDS[refusalOf(error)],
  storage: readStorage,
  askToPersist,
  async forgetEverything() {
    const known = await memory.list().catch(() => ({ roots: [], unreadable: [] }));
    await forgetEverything([...known.roots.map(({ registerId }) => registerId), ...known.unreadable]);
    forgetSessions();
  },
  saveReport,
};

async function takeOver(file: File): Promise<string> {
  try {
    const read = readRootsFile(await file.text());
    if ('problem' in read) return `${file.name}: ${read.problem}`;
    const { added, kept } = await memory.add(read.roots, Date.now());
    forgetSessions();
    return [
      added.length === 0 ? 'Nothing was taken over.' : `Taken over: ${added.join(', ')}.`,
      kept.length === 0 ? '' : `Left as it was here: ${kept.join(', ')}.`,
    ].join(' ');
  } catch (error) {
    return `${file.name} could not be taken over: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** SettingsPage is the settings view with what it is built on. */
export function SettingsPage() {
  return (
    <>
      <SettingsView desk={desk} />
      <BuildCard />
    </>
  );
}
