import type { RecentRegister } from '../query/site.ts';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../ui/paths.ts';
import { type LinkSource, nameIn, sameRegister, targetOf } from './link-target.ts';
import { readRecent } from './recent.ts';

/** OpenedRegister is a register that may hold links to another one. */
export interface OpenedRegister extends LinkSource {
  readonly title: string;
  /** Whether it was opened since this page was loaded. */
  readonly thisVisit: boolean;
}

const opened = new Map<string, OpenedRegister>();
let recent: readonly RecentRegister[] = [];

/** noteOpened notes that a register was opened in this visit. */
export function noteOpened({ register, name }: LinkSource, title: string | undefined): void {
  const id = formatRegisterId(register);
  opened.delete(id);
  opened.set(id, { register, name, title: title ?? name ?? id, thisVisit: true });
  const before = readRecent().filter((one) => !opened.has(one.id));
  const now = [...opened].map(([id, { title }]) => ({ id, title, openedAt: Date.now() }));
  recent = [...now.toReversed(), ...before];
}

/** recentRegisters lists the registers opened in this browser, newest first: those of this visit also where storage is refused. */
export function recentRegisters(): readonly RecentRegister[] {
  return recent;
}

/**
 * possibleSources lists the registers opened in this browser whose links by the name of this register lead here: those of this visit first, each in one variant
 * alone, the one in which this register is read before others.
 */
export function possibleSources({ register: here, name }: LinkSource): readonly OpenedRegister[] {
  if (name === undefined) return [];
  const earlier = recent.flatMap(({ id, title }): OpenedRegister[] => {
    const register = parseRegisterId(id);
    if (register === undefined || opened.has(id)) return [];
    return [{ register, name: nameIn(register), title, thisVisit: false }];
  });
  const found: OpenedRegister[] = [];
  for (const source of [...[...opened.values()].toReversed(), ...earlier]) {
    const target = targetOf(source, name, recent);
    if (target === undefined || !sameRegister(target, here)) continue;
    const at = found.findIndex((one) => sameRegister(one.register, source.register));
    if (at < 0) found.push(source);
    else if (fits(source.register, here) && !fits(found[at]?.register ?? here, here)) found[at] = source;
  }
  return found;
}

/** fits tells whether a register is served in the same way as another, faults included. */
function fits(one: RegisterId, other: RegisterId): boolean {
  return one.kind !== 'remote' && other.kind !== 'remote' && one.mount === other.mount;
}
