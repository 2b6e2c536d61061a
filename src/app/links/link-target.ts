import { isRegisterName } from '../../core/definition.ts';
import { siblingBase } from '../../query/link-query.ts';
import type { RecentRegister } from '../../query/site-context.ts';
import {
  fileAddress,
  formatRegisterId,
  parseRegisterId,
  type RegisterId,
  registerOfFile,
  withMount,
} from '../../ui/paths.ts';
import { openedBefore } from '../local-storage.ts';

/** nameIn returns the name of a register by its address: for a bundled one or a file its own, for a remote one the last part of the address that is no version. */
export function nameIn(id: RegisterId): string | undefined {
  if (id.kind === 'bundled') return id.name;
  if (id.kind === 'file')
    return fileAddress(id) === undefined ? id.file.replace(/-[0-9a-f]{8}$/, '') : stemOf(id.file)?.name;
  if (!URL.canParse(id.base)) return undefined;
  const { pathname, hostname } = new URL(id.base);
  const part = pathname
    .split('/')
    .findLast((segment) => segment !== '' && !/^(?:v\d+|next|earlier(?:\+.*)?|v2\+.*)$/.test(segment));
  const name = part ?? hostname.split('.')[0];
  return name !== undefined && isRegisterName(name) ? name : undefined;
}

/** LinkSource is the register that contains a link, and its own name. */
export interface LinkSource {
  readonly register: RegisterId;
  readonly name: string | undefined;
}

/**
 * targetOf finds the register that a name in another one's data refers to.
 * - the register itself, by its own name
 * - of a bundled register: the bundled register of that name, in the same variant and without faults
 * - of a file: a file of that name opened in this browser, the latest; of a file on the web rather the one beside it
 * - of a remote register: its sibling at the same server, by its address
 * - else a register of that name opened in this browser, except bundled ones: no real data links to examples
 */
export function targetOf(
  { register, name: own }: LinkSource,
  name: string,
  recent: readonly RecentRegister[] = openedBefore.read(),
): RegisterId | undefined {
  if (!isRegisterName(name)) return undefined;
  if (name === own) return register;
  if (register.kind === 'bundled') return { kind: 'bundled', name, mount: plainMount(register.mount) };
  const opened = recent.flatMap(({ id }) => parseRegisterId(id) ?? []).filter((id) => nameIn(id) === name);
  const file = opened.find((id) => id.kind === 'file');
  const remote = opened.find((id) => id.kind === 'remote');
  if (register.kind === 'file') {
    const mount = plainMount(register.mount);
    const { before, name: ownStem, ending } = stemOf(fileAddress(register) ?? '') ?? {};
    // A file on the web is named like its own register, and so are those beside it.
    const beside =
      ownStem === own && before !== undefined
        ? registerOfFile(`${before}${name}${ending}`, mount)
        : undefined;
    if (beside !== undefined && opened.some((id) => sameRegister(id, beside))) return beside;
    return file === undefined ? (remote ?? beside) : { ...file, mount };
  }
  const base = siblingBase(register.base, own ?? nameIn(register) ?? '', name);
  return base === undefined ? (remote ?? file) : { kind: 'remote', base };
}

/** stemOf splits the address of an RSF file named like its register: `https://host/a/country.rsf`. */
function stemOf(address: string) {
  const [, before = '', name = '', ending = ''] = /^(.*\/)([^/?]+)(\.rsf(?:\.gz)?)$/i.exec(address) ?? [];
  return isRegisterName(name) ? { before, name, ending } : undefined;
}

/** openedEntry returns what is kept of a register that was opened in this browser, in any variant. */
function openedEntry(id: RegisterId): RecentRegister | undefined {
  return openedBefore.read().find((one) => {
    const opened = parseRegisterId(one.id);
    return opened !== undefined && sameRegister(opened, id);
  });
}

/** isOpenedHere reports whether a register was opened in this browser, in any variant. */
export function isOpenedHere(id: RegisterId): boolean {
  return openedEntry(id) !== undefined;
}

/** sameRegister reports whether two ids are one register, in any variant and with any faults. */
export function sameRegister(a: RegisterId, b: RegisterId): boolean {
  return formatRegisterId(withMount(a, 'v2')) === formatRegisterId(withMount(b, 'v2'));
}

function plainMount(mount: string): string {
  return mount.split('+')[0] ?? mount;
}

/** whereWords describes the source of a register in a few words. */
export function whereWords(id: RegisterId): string {
  if (id.kind === 'bundled') return 'bundled with this page';
  const address = id.kind === 'remote' ? id.base : fileAddress(id);
  if (address === undefined) return 'a file in this browser';
  return URL.canParse(address) ? new URL(address).host : address;
}

/** SHORT is the most entries of a file on the web, opened in an earlier visit, that is read whole for a name. */
const SHORT = 20_000;

/** UNOPENED_AT_MOST is the most registers never opened in this browser that are asked for names: data may name a thousand. */
const UNOPENED_AT_MOST = 20;

const unopened = new Set<string>();

/** mayRequest reports whether a linked register may be asked about records: not a file on the web that would be read whole, and only a few servers never opened here. */
export function mayRequest(id: RegisterId): boolean {
  const opened = openedEntry(id);
  if (fileAddress(id) !== undefined)
    return (
      opened !== undefined &&
      ((opened.entries ?? Infinity) <= SHORT || opened.openedAt >= performance.timeOrigin)
    );
  if (id.kind !== 'remote' || opened !== undefined) return true;
  if (unopened.size < UNOPENED_AT_MOST) unopened.add(id.base);
  return unopened.has(id.base);
}

/** OpenedRegister is a register that may hold links to another one. */
export interface OpenedRegister extends LinkSource {
  readonly title: string;
}

/** possibleSources lists the registers opened in this browser whose links by the name of this register lead here: the latest first, each in one variant, this register itself last. */
export function possibleSources({ register: here, name }: LinkSource): readonly OpenedRegister[] {
  if (name === undefined) return [];
  const sources = openedBefore.read().flatMap(({ id, name: own, title }): OpenedRegister[] => {
    const register = parseRegisterId(id);
    return register === undefined ? [] : [{ register, name: own ?? nameIn(register), title }];
  });
  const found = sources.filter((source, index) => {
    const target = targetOf(source, name);
    const first = sources.findIndex((one) => sameRegister(one.register, source.register));
    return first === index && target !== undefined && sameRegister(target, here);
  });
  const isHere = ({ register }: LinkSource): number => Number(sameRegister(register, here));
  return found.toSorted((one, other) => isHere(one) - isHere(other));
}
