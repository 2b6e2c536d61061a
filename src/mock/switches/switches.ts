import type { Variant } from '../../core/model.ts';
import type { EndpointName, Behaviour, View } from '../call.ts';
import type { Rewrite } from '../engine/register.ts';
import { htmlErrors, linkHidden, redirects } from './answers.ts';
import { FAULTS } from './faults.ts';

/** Switch is one behaviour or fault that a base address can turn on. */
export interface Switch {
  /** As it stands in the address, after `+`. */
  readonly id: string;
  /** A behaviour is something that honest servers do; a fault is not. */
  readonly kind: 'behaviour' | 'fault';
  readonly title: string;
  readonly description: string;
  /** The one variant that it is for; absent: both. */
  readonly variant?: Variant;
  /** Whether it is in force at an endpoint (undefined: at an address that is none) where the address does not limit it; absent: everywhere. */
  readonly at?: (endpoint: EndpointName | undefined) => boolean;
  readonly behaviour?: Partial<Behaviour>;
  /** Changes what was ever written; log, counts, tree and proofs follow. Comes before every `view`, and once however often it is named. */
  readonly rewrite?: Rewrite;
  /** Changes what the register holds or proves, and nothing follows. */
  readonly view?: (view: View, behaviour: Behaviour) => View;
  /** Answers in place of the register, or lets it answer. */
  readonly before?: (request: Request) => Promise<Response | undefined>;
  /** Changes the answer. */
  readonly after?: (response: Response) => Promise<Response>;
}

/** BEHAVIOURS are the ways of honest servers that differ from the API document, or that it leaves open (wire notes). */
export const BEHAVIOURS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'link-absolute',
    title: 'Absolute links',
    description: 'Link targets are whole addresses.',
    behaviour: { links: 'absolute' },
  },
  {
    id: 'link-relative',
    title: 'Query-only links',
    description: 'Next and previous links are a query alone: <?start=101>.',
    behaviour: { links: 'query' },
  },
  {
    id: 'link-none',
    title: 'No links',
    description: 'No Link header is sent.',
    behaviour: { links: 'none' },
  },
  {
    id: 'link-hidden',
    title: 'Hidden links',
    description: 'Link is sent, but pages of other origins may not read it.',
    after: linkHidden,
  },
  {
    id: 'link-raw-key',
    title: 'Unescaped keys in links',
    description: 'The version-history link holds the key as it is, a slash included.',
    behaviour: { linkKeys: 'raw' },
  },
  {
    id: 'link-loop',
    title: 'Links that lead nowhere',
    description:
      'In /entries every next link points at its own page, every previous link at one before the first.',
    behaviour: { nextLinks: 'loop' },
  },
  {
    id: 'link-drops-filter',
    title: 'Links without the filter',
    description: 'Next and previous links of /records?name=&value= lose name and value.',
    variant: 'blob',
    behaviour: { nextLinks: 'forget' },
  },
  {
    id: 'deprecation-link',
    title: 'Deprecation link',
    description: 'A link with rel="deprecation" comes first, with no space after its comma.',
    behaviour: { deprecation: true },
  },
  {
    id: 'numbers-as-strings',
    title: 'Numbers as strings',
    description: 'Every integer is a string of digits.',
    behaviour: { numbers: 'strings' },
  },
  {
    id: 'numbers-as-numbers',
    title: 'Numbers as numbers',
    description: 'Every integer is a JSON number, in v2 entries too.',
    behaviour: { numbers: 'numbers' },
  },
  {
    id: 'leaf-multihash',
    title: 'Leaf: multihash',
    description:
      'Leaves are hashed over the blob hash as 34 multihash bytes: the published rule, and the default.',
    variant: 'blob',
    behaviour: { leafRule: 'blob-multihash' },
  },
  {
    id: 'leaf-hex',
    title: 'Leaf: hexadecimal text',
    description: 'Leaves are hashed over the blob hash as 64 letters: the rule of the reference server.',
    variant: 'blob',
    behaviour: { leafRule: 'blob-hex' },
  },
  {
    id: 'leaf-digest',
    title: 'Leaf: plain digest',
    description: 'Leaves are hashed over the blob hash as 32 bytes: an older proposal.',
    variant: 'blob',
    behaviour: { leafRule: 'blob-digest' },
  },
  {
    id: 'leaf-2016',
    title: 'Leaf: before 2017',
    description: 'Leaves are written as before 2017, without index-entry-number and with one item hash.',
    variant: 'item',
    behaviour: { leafRule: 'item-json-2016' },
  },
  {
    id: 'snapshot-entries',
    title: 'Snapshots as entries',
    description: '/snapshots/{log-size} lists entries in place of records.',
    variant: 'blob',
    behaviour: { snapshots: 'entries' },
  },
  {
    id: 'proofs-entry-spelling',
    title: '/proofs/entry',
    description: 'Entry proofs are at /proofs/entry/{n}/{size}; /proofs/entries is not found.',
    variant: 'blob',
    behaviour: { proofSegment: 'entry' },
  },
  {
    id: 'cursor-start',
    title: 'Cursor called start',
    description: 'The cursor of the item or blob list travels in the parameter start.',
    behaviour: { cursorName: 'start' },
  },
  {
    id: 'sparse-context',
    title: 'Sparse context',
    description: 'The context has id for codec, no licence and an empty status.',
    variant: 'blob',
    behaviour: { sparseContext: true },
  },
  {
    id: 'no-items-list',
    title: 'No list of items',
    description: '/items and /blobs are not found; one item or blob by its hash still is.',
    behaviour: { itemList: false },
  },
  {
    id: 'no-summary',
    title: 'No summary',
    description: '/register and /context are not found, as in a static copy of a register.',
    behaviour: { summary: false },
  },
  {
    id: 'small-pages',
    title: 'Small pages',
    description: 'A page has 10 members where the request does not say.',
    behaviour: { pageSize: 10, itemPageSize: 10 },
  },
  {
    id: 'html-errors',
    title: 'Errors in HTML',
    description: 'Every error is a page of HTML.',
    after: htmlErrors,
  },
  {
    id: 'redirects',
    title: 'Redirects',
    description: 'Every address without a trailing slash redirects (302) to the one with it.',
    before: redirects,
  },
];

/** SWITCHES are all behaviours and faults, in the order in which to show them. Where two contradict each other the later one in the address counts. */
export const SWITCHES: readonly Switch[] = [...ofKind('behaviour', BEHAVIOURS), ...ofKind('fault', FAULTS)];

function ofKind(kind: Switch['kind'], entries: readonly Omit<Switch, 'kind'>[]): Switch[] {
  return entries.map((entry) => Object.assign({ kind }, entry));
}
