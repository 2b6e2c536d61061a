import { formatRegisterId, parseRegisterId, type RegisterId } from '../ui/paths.ts';
import { nameIn, sameRegister, targetOf } from './link-target.ts';
import type { LinkWorld } from './link-world.ts';

/** OpenedRegister is a register that may hold links to another one. */
export interface OpenedRegister {
  readonly register: RegisterId;
  readonly name: string | undefined;
  readonly title: string;
  /** Whether it was opened since this page was loaded. */
  readonly thisVisit: boolean;
}

const opened = new Map<string, OpenedRegister>();

/** noteOpened notes that a register was opened in this visit. */
export function noteOpened({ register, name }: LinkWorld, title: string | undefined): void {
  const id = formatRegisterId(register);
  opened.delete(id);
  opened.set(id, { register, name, title: title ?? name ?? id, thisVisit: true });
}

/**
 * possibleSources lists the registers opened in this browser whose links by the name of this register lead here: those of this visit first, each in one variant
 * alone, the one of this register before others.
 */
export function possibleSources(world: LinkWorld): readonly OpenedRegister[] {
  const { register: here, name } = world;
  if (name === undefined) return [];
  const earlier = world.recent.flatMap(({ id, title }): OpenedRegister[] => {
    const register = parseRegisterId(id);
    return register === undefined ? [] : [{ register, name: nameIn(register), title, thisVisit: false }];
  });
  const found: OpenedRegister[] = [];
  for (const source of [...[...opened.values()].toReversed(), ...earlier]) {
    const target = targetOf(source, name, world.recent);
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
