import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { FetchLike } from '../api/request.ts';
import type { Transport } from '../api/transport.ts';
import { isObject } from '../api/wire.ts';
import { createRootMemory } from '../verify/root-memory.ts';
import type { RegisterSession } from './session.ts';

/** OpenedFile is the result of a file a reader opened: the id its addresses begin with and what its register is called, or why it could not be read. */
export type OpenedFile =
  | { readonly id: string; readonly title: string; readonly logSize: number }
  | { readonly problem: string };

/** RecentRegister is a register this browser opened before. */
export interface RecentRegister {
  readonly id: string;
  readonly title: string;
  /** What it calls itself. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** How many entries it had then. */
  readonly entries?: number | undefined;
}

/** Site is what the places outside any register are built on. */
export interface Site {
  /** Absolute address of the mock's list of bundled registers. */
  readonly bundledAddress: string;
  readonly transport: Transport;
  /** The session of a bundled register, as its own pages use it. */
  readonly sessionOf: (name: string, mount: string) => RegisterSession;
  /** The session of the register whose addresses begin with this id; undefined if there is none of it. */
  readonly sessionAt: (id: string) => RegisterSession | undefined;
  /** Where an address of a register, of anything in one, or of an RSF file leads to in this site; or what is wrong with it. */
  readonly pathOf: (address: string) => Promise<{ readonly path: string } | { readonly problem: string }>;
  /** Reads an RSF file, keeps it in this browser among the registers opened before, and says where it can be read. */
  readonly openFile: (file: File) => Promise<OpenedFile>;
  readonly recent: () => readonly RecentRegister[];
  readonly forget: (id: string) => void;
  /** Begins all registers again, or those that are remembered by this id, after what is remembered was changed. */
  readonly forgetSessions: (memoryId?: string) => void;
  /** The id of the build of this page, as it reports it; undefined in the dev server. */
  readonly buildId: string | undefined;
  /** The server of a register, by the name that this site has for it or an address as the one box takes it; or what is wrong with that. */
  readonly serverOf: (text: string) => Promise<RegisterServer | { readonly problem: string }>;
}

/** RegisterServer is a server of the API, as this page reaches it. */
export interface RegisterServer {
  readonly base: string;
  readonly fetch: FetchLike;
  /** Whether the page can read the headers of its answers that say where the next page of a list is. */
  readonly seesLinks: boolean;
}

/** SiteContext carries the site. */
export const SiteContext = createContext<Site | undefined>(undefined);

/** useSite returns the site. Throws outside it: a bug, not a state. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === undefined) throw new Error('useSite outside the site');
  return site;
}

/** BundledRegister is one register of the bundled mock server, as its list describes it. */
export interface BundledRegister {
  readonly name: string;
  readonly title: string;
  readonly text?: string;
  readonly totalEntries?: number;
  readonly totalRecords?: number;
}

/** bundledQuery reads the list of bundled registers from the mock server, wherever it runs. */
export function bundledQuery(site: Site) {
  return queryOptions({
    queryKey: ['bundled'],
    queryFn: ({ signal }) => site.transport.get(site.bundledAddress, decodeBundled, { signal }),
    staleTime: Infinity,
  });
}

function decodeBundled(body: unknown): readonly BundledRegister[] {
  const list = isObject(body) ? body['registers'] : body;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown): BundledRegister[] => {
    if (!isObject(one) || typeof one['name'] !== 'string') return [];
    const { name, title, text } = one;
    const entries = one['total-entries'];
    const records = one['total-records'];
    return [
      {
        name,
        title: typeof title === 'string' ? title : name,
        ...(typeof text === 'string' && { text }),
        ...(typeof entries === 'number' && { totalEntries: entries }),
        ...(typeof records === 'number' && { totalRecords: records }),
      },
    ];
  });
}

/** rememberedQuery reads the remembered roots, by what their registers are remembered as. Never an error: where storage refuses there are none to show. */
export function rememberedQuery() {
  return queryOptions({
    queryKey: ['remembered'],
    queryFn: async () => {
      const { roots } = await createRootMemory()
        .list()
        .catch(() => ({ roots: [] }));
      return new Map(roots.map((root) => [root.registerId, root]));
    },
    staleTime: 0,
  });
}
