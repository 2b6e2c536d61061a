import { ALTERATIONS } from './alterations.ts';
import { CORRUPTED_ANSWERS, WRONG_ANSWERS, htmlErrors, linkHidden, redirects } from './answers.ts';
import type { Change, Switch, SwitchTable } from './switch.ts';

/** The ways of honest servers that differ from the API document, or that it leaves open (api/servers.md). */
const ANSWER_SWITCHES = {
  'link-absolute': 'Link targets are whole addresses.',
  'link-relative': 'Next and previous links are a query alone: <?start=101>.',
  'link-none': 'No Link header is sent.',
  'link-hidden': ['Link is sent, but pages of other origins may not read it.', { after: linkHidden }],
  'link-raw-key': 'The version-history link holds the key as it is, a slash included.',
  'link-loop':
    'In /entries every next link points at its own page, every previous link at one before the first.',
  'link-drops-filter': [
    'Next and previous links of /records?name=&value= lose name and value.',
    { variant: 'blob' },
  ],
  'deprecation-link': 'A link with rel="deprecation" comes first, with no space after its comma.',
  'numbers-as-strings': 'Every integer is a string of digits.',
  'numbers-as-numbers': 'Every integer is a JSON number, in v2 entries too.',
  'leaf-multihash': [
    'Leaves are hashed over the blob hash as 34 multihash bytes: the published rule, and the default.',
    { variant: 'blob', leafRule: 'blob-multihash' },
  ],
  'leaf-hex': [
    'Leaves are hashed over the blob hash as 64 letters: the rule of the reference server.',
    { variant: 'blob', leafRule: 'blob-hex' },
  ],
  'leaf-digest': [
    'Leaves are hashed over the blob hash as 32 bytes: an older proposal.',
    { variant: 'blob', leafRule: 'blob-digest' },
  ],
  'leaf-2016': [
    'Leaves are written as before 2017, without index-entry-number and with one item hash.',
    { variant: 'item', leafRule: 'item-json-2016' },
  ],
  'snapshot-entries': ['/snapshots/{log-size} lists entries in place of records.', { variant: 'blob' }],
  'proofs-entry-spelling': [
    'Entry proofs are at /proofs/entry/{n}/{size}; /proofs/entries is not found.',
    { variant: 'blob' },
  ],
  'cursor-start': 'The cursor of the item or blob list travels in the parameter start.',
  'sparse-context': ['The context has id for codec, no licence and an empty status.', { variant: 'blob' }],
  'no-items-list': '/items and /blobs are not found; one item or blob by its hash still is.',
  'no-summary': '/register and /context are not found, as in a static copy of a register.',
  'small-pages': 'A page has 10 members where the request does not say.',
  'html-errors': ['Every error is a page of HTML.', { after: htmlErrors }],
  redirects: [
    'Every address without a trailing slash redirects (302) to the one with it.',
    { before: redirects },
  ],
} as const satisfies SwitchTable;

/** Faults of broken servers, most in paged lists, that the code which makes an answer asks for. */
const LIST_FAULTS = {
  'links-circle': 'The next link of the last page of every list points at the first page.',
  'links-back': 'Every next link points at the page before; on a first page at itself.',
  'links-away': 'Every next link points at another site.',
  'links-endless': 'No list ends: after its last page it begins again at a new address.',
  'entries-skipped': 'Every page of entries leaves out its second one.',
  'entries-repeated': 'Every page of entries has its second one twice.',
  'entries-reversed': 'Every page of entries goes from its last one to its first.',
  'log-cut':
    'Counts, records and proofs are of the whole log, but only nine tenths of its entries can be read.',
} as const satisfies SwitchTable;

/** AnswerSwitch is a switch that is asked for where an answer is made. */
type AnswerSwitch = keyof typeof ANSWER_SWITCHES | keyof typeof LIST_FAULTS;

/** HasSwitch tells whether a switch is in force. */
export type HasSwitch = (name: AnswerSwitch) => boolean;

/** BEHAVIOURS are the ways of honest servers. */
export const BEHAVIOURS: readonly Switch[] = ofKind('behaviour', ANSWER_SWITCHES);

/** ANSWER_FAULTS are those that break every answer but the summary. */
export const ANSWER_FAULTS: readonly Switch[] = ofKind('fault', CORRUPTED_ANSWERS, { notAt: 'summary' });

/** FAULTS are the faults of broken or dishonest servers. */
export const FAULTS: readonly Switch[] = [
  ...ofKind('fault', { ...ALTERATIONS, ...LIST_FAULTS, ...WRONG_ANSWERS }),
  ...ANSWER_FAULTS,
];

/** SWITCHES are all behaviours and faults, in the order in which to show them. */
export const SWITCHES: readonly Switch[] = [...BEHAVIOURS, ...FAULTS];

function ofKind(kind: Switch['kind'], table: SwitchTable, all: Change = {}): Switch[] {
  return Object.entries(table).map(([id, row]) => {
    const [description, change] = typeof row === 'string' ? [row] : row;
    return Object.assign({ id, kind, description }, all, change);
  });
}
