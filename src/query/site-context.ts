import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Transport } from '../api/transport.ts';
import { isObject } from '../api/wire.ts';
import { RootMemory } from '../trust/root-memory.ts';
import type { RegisterSession } from './session.ts';

/**
 * OpenedFile is the result of opening a file: the first segment of its addresses and the name of its
 * register, or why it could not be read.
 */
export type OpenedFile =
  | { readonly id: string; readonly title: string; readonly logSize: number }
  | { readonly problem: string };

/** FileProgress is how much of a file was read; `isRead`: only its entries are to be hashed. */
export interface FileProgress {
  readonly bytes: number;
  readonly total?: number;
  readonly isRead?: boolean;
}

/** FileWatch follows the reading of a file, and may stop it. */
interface FileWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}

/** RecentRegister is a register this browser opened before. */
export interface RecentRegister {
  readonly id: string;
  readonly title: string;
  /** Its own name, as links to it in data have it. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** Its log size then. */
  readonly entries?: number | undefined;
}

/** Site provides what pages outside a register need. */
export interface Site {
  /** Absolute address of the mock's list of bundled registers. */
  readonly bundledAddress: string;
  readonly transport: Transport;
  /** The session of the register with this id, as its own pages use it; undefined if there is none. */
  readonly sessionAt: (id: string) => RegisterSession | undefined;
  /**
   * The path in this site for the address of a register, of anything in one, or of an RSF file, and what is
   * there; or the problem with the address.
   */
  readonly pathOf: (
    address: string,
  ) => Promise<{ readonly path: string; readonly what: string } | { readonly problem: string }>;
  /**
   * Reads the RSF file at the web address of a register again; resolves with whether it is one. Rejects if it
   * cannot be read.
   */
  readonly reread: (id: string) => Promise<boolean>;
  /**
   * Reads an RSF file, stores it in this browser and returns its path in this site. Rejects if the watch
   * stops it.
   */
  readonly openFile: (file: File, watch?: FileWatch) => Promise<OpenedFile>;
  readonly recent: () => readonly RecentRegister[];
  readonly forget: (id: string) => void;
  /** Forgets what was read and found of registers, by default of all. One on view is read again. */
  readonly restartSessions: (queries: QueryClient, isMeant?: (id: string) => boolean) => void;
  /** Whether single keys do something wherever they are pressed. */
  readonly shortcuts: { readonly areOn: () => boolean; readonly choose: (on: boolean) => void };
  /** The id of the build of this page, as it reports it; undefined in the dev server. */
  readonly buildId: string | undefined;
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
interface BundledRegister {
  readonly name: string;
  readonly title: string;
  readonly text: string | undefined;
  readonly totalEntries: number | undefined;
  readonly totalRecords: number | undefined;
}

/** bundledQuery reads the list of bundled registers from the mock server. */
export function bundledQuery(site: Site) {
  return queryOptions({
    queryKey: ['bundled'],
    queryFn: ({ signal }) => site.transport.get(site.bundledAddress, decodeBundled, { signal }),
    staleTime: Infinity,
  });
}

function decodeBundled(body: unknown): readonly BundledRegister[] {
  const list = isObject(body) ? body['registers'] : undefined;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const countOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return (Array.isArray(list) ? list : []).flatMap((one: unknown): BundledRegister[] => {
    const name = isObject(one) ? textOf(one['name']) : undefined;
    if (!isObject(one) || name === undefined) return [];
    return [
      {
        name,
        title: textOf(one['title']) ?? name,
        text: textOf(one['text']),
        totalEntries: countOf(one['total-entries']),
        totalRecords: countOf(one['total-records']),
      },
    ];
  });
}

/**
 * rememberedQuery reads the remembered roots by the ids they are stored under. Never rejects: if storage
 * refuses, there are none.
 */
export function rememberedQuery() {
  return queryOptions({
    queryKey: ['remembered'],
    queryFn: async () => {
      const { roots } = await new RootMemory().list().catch(() => ({ roots: [] }));
      return new Map(roots.map((root) => [root.registerId, root]));
    },
    staleTime: 0,
  });
}
