import type { EndpointName } from '../../conformance/endpoints.ts';
import type { Variant } from '../../core/model.ts';
import type { Behaviour, View } from '../call.ts';
import type { Rewrite } from '../engine/register.ts';
import { ALTERATIONS } from './alterations.ts';
import { SPOILT_ANSWERS, WRONG_ANSWERS, htmlErrors, linkHidden, redirects } from './answers.ts';

/** Switch is one behaviour or fault that a base address can turn on. */
export interface Switch extends Change {
  /** Its name in the address, after `+`. */
  readonly id: string;
  /** A behaviour is something that honest servers do; a fault is not. */
  readonly kind: 'behaviour' | 'fault';
  readonly description: string;
}

/** SwitchRow is a switch as the tables have it. */
export type SwitchRow = readonly [id: string, description: string, change: Change];

/** Change is the effect of a switch. */
interface Change {
  /** The one variant that it is for; absent: both. */
  readonly variant?: Variant;
  /** Whether it is in force at an endpoint (undefined: at an address that is none) where the address does not limit it; absent: everywhere. */
  readonly at?: (endpoint: EndpointName | undefined) => boolean;
  readonly behaviour?: Partial<Behaviour>;
  /** Changes the source; log, counts, tree and proofs follow. Runs before every `view`, and once even if repeated. */
  readonly rewrite?: Rewrite;
  /** Changes the log's data or proofs, and nothing follows. */
  readonly view?: (view: View, behaviour: Behaviour) => View;
  /** Answers in place of the register, or lets it answer. */
  readonly before?: (request: Request) => Promise<Response | undefined>;
  /** Changes the answer. */
  readonly after?: (response: Response) => Promise<Response>;
}

/** BEHAVIOURS are the ways of honest servers that differ from the API document, or that it leaves open (wire notes). */
export const BEHAVIOURS: readonly Switch[] = ofKind('behaviour', [
  ['link-absolute', 'Link targets are whole addresses.', { behaviour: { links: 'absolute' } }],
  [
    'link-relative',
    'Next and previous links are a query alone: <?start=101>.',
    { behaviour: { links: 'query' } },
  ],
  ['link-none', 'No Link header is sent.', { behaviour: { links: 'none' } }],
  ['link-hidden', 'Link is sent, but pages of other origins may not read it.', { after: linkHidden }],
  [
    'link-raw-key',
    'The version-history link holds the key as it is, a slash included.',
    { behaviour: { linkKeys: 'raw' } },
  ],
  [
    'link-loop',
    'In /entries every next link points at its own page, every previous link at one before the first.',
    { behaviour: { nextLinks: 'loop' } },
  ],
  [
    'link-drops-filter',
    'Next and previous links of /records?name=&value= lose name and value.',
    { variant: 'blob', behaviour: { nextLinks: 'forget' } },
  ],
  [
    'deprecation-link',
    'A link with rel="deprecation" comes first, with no space after its comma.',
    { behaviour: { deprecation: true } },
  ],
  ['numbers-as-strings', 'Every integer is a string of digits.', { behaviour: { numbers: 'strings' } }],
  [
    'numbers-as-numbers',
    'Every integer is a JSON number, in v2 entries too.',
    { behaviour: { numbers: 'numbers' } },
  ],
  [
    'leaf-multihash',
    'Leaves are hashed over the blob hash as 34 multihash bytes: the published rule, and the default.',
    { variant: 'blob', behaviour: { leafRule: 'blob-multihash' } },
  ],
  [
    'leaf-hex',
    'Leaves are hashed over the blob hash as 64 letters: the rule of the reference server.',
    { variant: 'blob', behaviour: { leafRule: 'blob-hex' } },
  ],
  [
    'leaf-digest',
    'Leaves are hashed over the blob hash as 32 bytes: an older proposal.',
    { variant: 'blob', behaviour: { leafRule: 'blob-digest' } },
  ],
  [
    'leaf-2016',
    'Leaves are written as before 2017, without index-entry-number and with one item hash.',
    { variant: 'item', behaviour: { leafRule: 'item-json-2016' } },
  ],
  [
    'snapshot-entries',
    '/snapshots/{log-size} lists entries in place of records.',
    { variant: 'blob', behaviour: { snapshots: 'entries' } },
  ],
  [
    'proofs-entry-spelling',
    'Entry proofs are at /proofs/entry/{n}/{size}; /proofs/entries is not found.',
    { variant: 'blob', behaviour: { proofSegment: 'entry' } },
  ],
  [
    'cursor-start',
    'The cursor of the item or blob list travels in the parameter start.',
    { behaviour: { cursorName: 'start' } },
  ],
  [
    'sparse-context',
    'The context has id for codec, no licence and an empty status.',
    { variant: 'blob', behaviour: { sparseContext: true } },
  ],
  [
    'no-items-list',
    '/items and /blobs are not found; one item or blob by its hash still is.',
    { behaviour: { itemList: false } },
  ],
  [
    'no-summary',
    '/register and /context are not found, as in a static copy of a register.',
    { behaviour: { summary: false } },
  ],
  [
    'small-pages',
    'A page has 10 members where the request does not say.',
    { behaviour: { pageSize: 10, itemPageSize: 10 } },
  ],
  ['html-errors', 'Every error is a page of HTML.', { after: htmlErrors }],
  [
    'redirects',
    'Every address without a trailing slash redirects (302) to the one with it.',
    { before: redirects },
  ],
]);

/** Faults of broken servers in paged lists. */
const LIST_FAULTS: readonly SwitchRow[] = [
  [
    'links-circle',
    'The next link of the last page of every list points at the first page.',
    { behaviour: { nextLinks: 'circle' } },
  ],
  [
    'links-back',
    'Every next link points at the page before; on a first page at itself.',
    { behaviour: { nextLinks: 'back' } },
  ],
  ['links-away', 'Every next link points at another site.', { behaviour: { nextLinks: 'away' } }],
  [
    'links-endless',
    'No list ends: after its last page it begins again at a new address.',
    { behaviour: { nextLinks: 'endless' } },
  ],
  [
    'entries-skipped',
    'Every page of entries leaves out its second one.',
    { behaviour: { entryPages: 'skip' } },
  ],
  [
    'entries-repeated',
    'Every page of entries has its second one twice.',
    { behaviour: { entryPages: 'repeat' } },
  ],
  [
    'entries-reversed',
    'Every page of entries goes from its last one to its first.',
    { behaviour: { entryPages: 'reverse' } },
  ],
  [
    'log-cut',
    'Counts, records and proofs are of the whole log, but only nine tenths of its entries can be read.',
    { behaviour: { readable: 'nine tenths' } },
  ],
];

/** ANSWER_FAULTS are those that break every answer but the summary. */
export const ANSWER_FAULTS: readonly Switch[] = ofKind('fault', SPOILT_ANSWERS);

/** FAULTS are the faults of broken or dishonest servers. */
export const FAULTS: readonly Switch[] = [
  ...ofKind('fault', [...ALTERATIONS, ...LIST_FAULTS, ...WRONG_ANSWERS]),
  ...ANSWER_FAULTS,
];

/** SWITCHES are all behaviours and faults, in the order in which to show them. Where two contradict each other the later one in the address counts. */
export const SWITCHES: readonly Switch[] = [...BEHAVIOURS, ...FAULTS];

function ofKind(kind: Switch['kind'], rows: readonly SwitchRow[]): Switch[] {
  return rows.map(([id, description, change]) => Object.assign({ id, kind, description }, change));
}
