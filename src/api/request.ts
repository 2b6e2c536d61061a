import type { Variant } from '../core/model.ts';

/** FetchLike is the part of fetch that the transport uses. */
export type FetchLike = (address: string, init: RequestInit) => Promise<Response>;

/**
 * RequestOptions: `fresh` passes over the browser's cache; `patient` waits longer for a server in trouble,
 * for reads that no view waits for; `once` does not repeat the request, for what the reader did not ask for and
 * a page can do without; `isText` is for bytes that need not end as JSON does.
 */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly fresh?: boolean;
  readonly patient?: boolean;
  readonly once?: boolean;
  readonly isText?: boolean;
}

/**
 * requestInit returns the options of every request to a register; `fresh` passes over the browser's cache. No
 * redirect is followed: an address asks its own host and no other one.
 */
export function requestInit({ fresh, signal }: { fresh: boolean; signal: AbortSignal }): RequestInit {
  return {
    method: 'GET',
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    cache: fresh ? 'no-cache' : 'default',
    signal,
  };
}

/** PROOF_IDENTIFIER is the only one that the API document lists. */
export const PROOF_IDENTIFIER = 'merkle:sha-256';

/**
 * API_PATHS are the paths, relative to the base address, for reading and proving a record where the variants
 * differ; the documented spelling of a path is first.
 */
export const API_PATHS: Readonly<Record<Variant, ApiPaths>> = {
  item: {
    summaryPath: 'register',
    registerProofPath: `proof/register/${PROOF_IDENTIFIER}`,
    entryProofPaths: (entryNumber, logSize) => [
      `proof/entries/${entryNumber}/${logSize}/${PROOF_IDENTIFIER}`,
    ],
  },
  blob: {
    summaryPath: 'context',
    registerProofPath: 'proofs/register',
    entryProofPaths: (entryNumber, logSize) => [
      `proofs/entries/${entryNumber}/${logSize}`,
      `proofs/entry/${entryNumber}/${logSize}`,
    ],
  },
};

/** recordPaths are the paths of a record and its trail in both; `segment` is the key, encoded. */
export function recordPaths(segment: string) {
  return { record: `records/${segment}`, trail: `records/${segment}/entries` };
}

/** ApiPaths are paths of one variant. */
export interface ApiPaths {
  readonly summaryPath: string;
  readonly registerProofPath: string;
  entryProofPaths(entryNumber: number, logSize: number): readonly [string, ...string[]];
}
