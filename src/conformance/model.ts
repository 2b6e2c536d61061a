import type { Variant } from '../core/model.ts';
import type { EndpointId } from './endpoints.ts';
import type { RegisterUnderTest } from './register-under-test.ts';

/**
 * Level is how much a case matters. MUST: the document states it, or says MUST. SHOULD: it says
 * SHOULD, leaves it to HTTP (RFC 9110), or states it of other answers only.
 */
export type Level = 'MUST' | 'SHOULD';

/**
 * GROUPS are the parts of a report that can be chosen. The last one sends requests
 * that no honest client makes.
 */
export const GROUPS = ['register', 'records', 'entries', 'items', 'proofs', 'snapshots', 'hostile'] as const;

/** Group is a part of a report. */
export type Group = (typeof GROUPS)[number];

/** USUAL_GROUPS are checked unless somebody says otherwise. */
export const USUAL_GROUPS: readonly Group[] = GROUPS.filter((group) => group !== 'hostile');

/** Check resolves if the server behaves as the title of its case says. Throws a Finding otherwise. */
export type Check = (register: RegisterUnderTest) => Promise<void>;

/** Words are the document's; where they differ, a variant that has none has no such case. */
type Words = string | Partial<Readonly<Record<Variant, string>>>;

/** Case is one thing that the document says of an endpoint. */
export interface Case {
  readonly level: Level;
  /** What a right server does. */
  readonly title: string;
  /** The words of the document or of the RFC that it names, if not those of the endpoint. */
  readonly words: Words | undefined;
  readonly check: Check;
}

/** Cases are cases by `endpoint/name`, which never changes, so that reports can be compared. */
export type Cases = Readonly<Record<`${EndpointId}/${string}`, Case>>;

/**
 * CaseMaker makes a case of a title and a check, with the document's words if they are
 * not those of the endpoint.
 */
export type CaseMaker<C = Check> = (check: C) => Case;

const ofLevel =
  (level: Level) =>
  (title: string, words?: Words): CaseMaker =>
  (check) => ({ level, title, words, check });

/** must and should describe a case of that level. */
export const must = ofLevel('MUST');
export const should = ofLevel('SHOULD');
