import { isRegisterName } from '../../core/definition.ts';
import { memoize } from '../../core/memoize.ts';
import type { Definitions } from './definition-queries.ts';
import type { RecentRegister } from '../../query/site-context.ts';
import {
  fileAddress,
  formatRegisterId,
  parseRegisterId,
  type RegisterId,
  registerOfFile,
  withMount,
} from '../../ui/paths.ts';
import { canonicalBase, originOf } from '../../trust/spellings.ts';
import { openedBefore } from '../local-storage.ts';

/**
 * nameIn returns the name of a register by its address: for a bundled one or a file its own, for a remote one
 * the last part of the address that is not a version.
 */
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

/** OpenedRegister is a register opened in this browser. */
export interface OpenedRegister extends LinkSource, Omit<RecentRegister, 'id' | 'name'> {}

const readAll = memoize((recent: readonly RecentRegister[]) =>
  recent.flatMap(({ id, name, ...rest }): OpenedRegister[] => {
    const register = parseRegisterId(id);
    return register === undefined ? [] : [{ ...rest, register, name: name ?? nameIn(register) }];
  }),
);

/** openedRegisters lists the registers opened in this browser, the latest first. */
function openedRegisters(): readonly OpenedRegister[] {
  return readAll(openedBefore.read());
}

/**
 * targetOf finds the register that a name in another one's data refers to.
 * - the register itself, by its own name
 * - of a bundled register: the bundled register of that name, in the same variant and without faults
 * - of a file: a file of that name opened in this browser, the latest; of a file on the web
 *   rather the one beside it
 * - of a remote register: its sibling at the same server, by its address
 * - else a register of that name opened in this browser, except bundled ones: no real data links to examples
 */
export function targetOf(
  { register, name: own }: LinkSource,
  name: string,
  openedIds: readonly RegisterId[] = openedRegisters().map((one) => one.register),
): RegisterId | undefined {
  if (!isRegisterName(name)) return undefined;
  if (name === own) return register;
  if (register.kind === 'bundled') return { kind: 'bundled', name, mount: plainMount(register.mount) };
  const opened = openedIds.filter((id) => nameIn(id) === name);
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

/**
 * siblingBase guesses the base address of another register from the address and the name of one. By its
 * path, at the same origin: `…/registers/country/v2` and `country` lead to `…/registers/currency/v2`.
 * Else by a host that begins with the name and `register` or `registers`:
 * `https://country.register.gov.uk` leads to `https://currency.register.gov.uk`. Elsewhere a neighbour
 * host may be someone else's. Undefined if neither fits.
 */
function siblingBase(base: string, own: string, other: string): string | undefined {
  if (!isRegisterName(own) || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  const segments = url.pathname.split('/');
  const at = segments.lastIndexOf(own);
  if (at > 0) url.pathname = segments.with(at, other).join('/');
  else {
    const [first, ...rest] = url.hostname.split('.');
    if (first !== own || rest.length < 3 || !/^registers?$/.test(rest[0] ?? '')) return undefined;
    url.hostname = [other, ...rest].join('.');
  }
  return url.href.replace(/\/+$/, '');
}

/** stemOf splits the address of an RSF file named like its register: `https://host/a/country.rsf`. */
function stemOf(address: string) {
  const [, before = '', name = '', ending = ''] = /^(.*\/)([^/?]+)(\.rsf(?:\.gz)?)$/i.exec(address) ?? [];
  return isRegisterName(name) ? { before, name, ending } : undefined;
}

/** openedAs returns what is kept of a register that was opened in this browser, in any variant. */
function openedAs(id: RegisterId): OpenedRegister | undefined {
  return openedRegisters().find(({ register }) => sameRegister(register, id));
}

/** isOpenedHere reports whether a register was opened in this browser, in any variant. */
export function isOpenedHere(id: RegisterId): boolean {
  return openedAs(id) !== undefined;
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

/**
 * SHORT is the most entries of a file on the web, opened in an earlier visit, that is read whole for a name.
 */
const SHORT = 20_000;

/**
 * mayRequest reports whether a linked register may be asked about records without a press: one that comes
 * with this page, one opened in this browser, or one at the origin of the register that links to it. A file
 * on the web only if it is short or was read in this visit, because it is read whole.
 */
export function mayRequest(id: RegisterId, from: RegisterId): boolean {
  const opened = openedAs(id);
  if (fileAddress(id) !== undefined)
    return (
      opened !== undefined &&
      ((opened.entries ?? Infinity) <= SHORT || opened.openedAt >= performance.timeOrigin)
    );
  if (id.kind !== 'remote' || opened !== undefined) return true;
  return from.kind === 'remote' && originOf(canonicalBase(id.base)) === originOf(canonicalBase(from.base));
}

/**
 * possibleSources lists the registers opened in this browser whose links by the name of this register lead
 * here: the latest first, each in one variant, this register itself last.
 */
export function possibleSources({ register: here, name }: LinkSource): readonly OpenedRegister[] {
  if (name === undefined) return [];
  const found = openedRegisters().filter((source, index, all) => {
    const target = targetOf(source, name);
    const first = all.findIndex(({ register }) => sameRegister(register, source.register));
    return first === index && target !== undefined && sameRegister(target, here);
  });
  const isHere = ({ register }: LinkSource): number => Number(sameRegister(register, here));
  return found.toSorted((one, other) => isHere(one) - isHere(other));
}

/**
 * mayLink reports whether an attribute of a register may hold keys of the one named `to`. The attribute that
 * repeats its own key does not count.
 */
export function mayLink(definitions: Definitions, own: string | undefined, to: string | undefined): boolean {
  return [...definitions].some(
    ([attribute, { datatype, register }]) =>
      (attribute !== own || own !== to) &&
      (datatype === undefined || datatype.is === 'curie' || register?.is === to),
  );
}
