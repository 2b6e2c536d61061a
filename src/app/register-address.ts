import type { FetchLike } from '../api/request.ts';
import type { Variant } from '../core/model.ts';
import { canonicalBase } from '../trust/spellings.ts';
import type { RegisterId } from '../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../ui/site-address.ts';
import { BUILD_ID } from './build-id.ts';

declare const __SINGLE_FILE__: boolean;

/**
 * baseAddressOf is the API's base address of a register, without a trailing slash:
 * canonical for each register.
 */
export function baseAddressOf(register: RegisterId): string {
  if (register.kind === 'remote') return canonicalBase(register.base);
  const { mount } = register;
  return `${REGISTERS_ADDRESS}/${register.kind === 'file' ? encodeURIComponent(register.file) : register.name}/${mount}`;
}

/** variantOf returns the API variant that a register's address shows; undefined if none. */
export function variantOf(register: RegisterId): Variant | undefined {
  if (register.kind === 'remote') return /\/v\d+\/*$/.test(register.base) ? 'item' : undefined;
  return register.mount.startsWith('earlier') ? 'blob' : 'item';
}

/**
 * fetchOf returns the fetch function of a register: for a remote one the network, for a bundled one
 * mockFetch, for a file the mock in this page, once it has read the file.
 */
export function fetchOf(register: RegisterId): FetchLike {
  if (register.kind === 'file') return (address, init) => inPage(address, init, register.file);
  return register.kind === 'remote' ? (address, init) => fetch(address, init) : mockFetch;
}

/** mockFetch asks the host of the bundled registers. */
export async function mockFetch(address: string, init: RequestInit): Promise<Response> {
  return (await (found ??= findHost())) === 'network' ? fetch(address, init) : inPage(address, init);
}

async function inPage(address: string, init: RequestInit, file?: string): Promise<Response> {
  const { inPageFetch, reopenFile } = await import('./files/files.ts');
  if (file !== undefined) {
    const opened = await reopenFile(file);
    // Without the file the mock would answer 404, like a register.
    const problem =
      opened === undefined
        ? 'this browser does not keep the file of this register'
        : 'problem' in opened &&
          `${file.includes('://') ? file : 'the file'} could not be opened. ${opened.problem}`;
    if (problem) throw Object.assign(new Error(problem), { name: 'FileNotOpened' });
  }
  return inPageFetch()(address, init);
}

const PROBE_MS = 4_000;

/**
 * found is what answers for the bundled registers: the network (a server, or the service worker in front of
 * it), or a worker of this page.
 */
let found: Promise<'network' | 'direct'> | undefined;

async function findHost(): Promise<'network' | 'direct'> {
  if (__SINGLE_FILE__) return 'direct';
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { controller } = navigator.serviceWorker ?? {};
  // npm start names itself in a header, which saves a request.
  const isMock = page?.serverTiming?.some(({ name }) => name === 'registers');
  const isThere = controller ? isOfThisBuild() : isMock || listsRegisters();
  return (await Promise.resolve(isThere).catch(() => false)) ? 'network' : 'direct';
}

/**
 * isOfThisBuild reports whether the service worker belongs to this build: one of another build would answer
 * as that build's mock does.
 */
async function isOfThisBuild(): Promise<boolean> {
  const answer = await fetch(`${import.meta.env.BASE_URL}build.txt`);
  return (await answer.text()).trim() === BUILD_ID;
}

/**
 * listsRegisters reports whether the server sends the list of registers. A static host sends a page or a 404.
 */
async function listsRegisters(): Promise<boolean> {
  const answer = await fetch(REGISTERS_ADDRESS, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(PROBE_MS),
  });
  const body: unknown = answer.ok ? await answer.json() : undefined;
  return typeof body === 'object' && body !== null && 'registers' in body;
}
