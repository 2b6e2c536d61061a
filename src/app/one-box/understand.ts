import { foldWord as fold } from '../../core/words.ts';
import { NO_PLACE, parsePlace, pathTo } from '../../ui/paths.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import { AUDIT_REPORT_FORMAT, BUNDLE_FORMAT, REPORT_FORMAT } from '../../verify/evidence/formats.ts';
import type { BoxContext, Meaning, Offer } from './model.ts';
import { isOffer, offerOf, problem, say } from './model.ts';
import { registersAsked } from './offers.ts';
import { fromAddress } from './read-address.ts';
import { fromDate } from './read-date.ts';
import { fromHash } from './read-hash.ts';
import { fromKey, fromNamedKey, fromUnread } from './read-key.ts';
import { fromCurie, fromRegisterName, fromValue } from './read-value.ts';

/** LONGEST is the longest text that is looked at, in characters; evidence files have some thousand. */
const LONGEST = 2_000_000;
/** LONGEST_LINE is the longest text that is taken for anything but evidence. */
const LONGEST_LINE = 2_000;
/** SHOWN is how many offers are made at most. */
const SHOWN = 12;

/** What is tried, the likelier first where two are equally sure. */
const READERS = [
  fromNumber,
  fromHash,
  fromAddress,
  fromCurie,
  fromValue,
  fromDate,
  fromNamedKey,
  fromKey,
  fromRegisterName,
  fromUnread,
  fromViewName,
];

/**
 * understand lists all that a text may mean, the surest first: notes about it, and offers that lead somewhere. It asks nobody and never throws; what it knows of
 * registers is in the context. Nothing for an empty text.
 */
export function understand(typed: string, context: BoxContext): readonly Meaning[] {
  const text = typed.trim();
  if (text === '') return [];
  if (text.length > LONGEST) return [problem('This is too long to be looked at here. Open it as a file.')];
  if (/^[[{]|^c2sp\.org\/tlog-proof@/.test(text)) return fromEvidence(text);
  if (text.length > LONGEST_LINE)
    return [problem('This is too long for a key, a hash, a date or an address, and it is no proof bundle.')];
  const all = READERS.flatMap((read) => read(text, context));
  const isSaid = all.some((one) => isOffer(one) || one.isLast !== true);
  if (!isSaid && context.here === undefined)
    return [problem('Nothing matches. Open a register first, to find its keys, entries and values here.')];
  return inOrder(all.filter((one) => isOffer(one) || one.isLast !== true || !isSaid));
}

function inOrder(meanings: readonly Meaning[]): readonly Meaning[] {
  const offers = new Map<string, Offer>();
  for (const offer of meanings.filter(isOffer).sort((one, other) => other.sure - one.sure)) {
    const name = offer.target.kind === 'path' ? offer.target.path : JSON.stringify(offer.target);
    if (!name.startsWith(NO_PLACE) && !offers.has(name)) offers.set(name, offer);
  }
  return [...meanings.filter((one) => !isOffer(one)), ...[...offers.values()].slice(0, SHOWN)];
}

/** isAwaited says whether an answer to come may still change what a text means: not where it can be nothing but one thing. */
export function isAwaited(typed: string, context: BoxContext): boolean {
  const text = typed.trim();
  const { asked } = context;
  if (text === '' || asked === undefined || (asked.text === text && !asked.isComing)) return false;
  return understand(typed, context).find(isOffer)?.sure !== 3;
}

/** firstFor is what Enter takes. A key of which nobody could say in time whether it is there is not gone to: the search finds it, too. */
export function firstFor(typed: string, context: BoxContext, isLate: boolean): Offer | undefined {
  const offers = understand(typed, context).filter(isOffer);
  const isSafe = ({ kind, sure }: Offer): boolean => kind !== 'record' || sure === 3;
  return (isLate ? offers.find(isSafe) : undefined) ?? offers[0];
}

const EVIDENCE: ReadonlyMap<string, string> = new Map([
  [BUNDLE_FORMAT, 'A proof bundle'],
  [REPORT_FORMAT, 'A misbehaviour report'],
  [AUDIT_REPORT_FORMAT, 'An audit report'],
]);

/** fromEvidence leads a pasted evidence file to the page that reads it; nothing in it is believed or computed here. */
function fromEvidence(text: string): readonly Meaning[] {
  const [, format = ''] = /"format"\s*:\s*"([a-z-]+)"/.exec(text) ?? [];
  const check = { sure: 3, kind: 'file', target: { kind: 'check', text } } as const;
  const detail = 'Open it in Check: everything in it is computed again, without a network.';
  const what = text.startsWith('c2sp') ? 'A tlog-proof' : EVIDENCE.get(format);
  if (what !== undefined) return [{ ...check, what, detail }];
  if (format === 'register-explorer-roots')
    return [offerOf('page', 3, 'A file of remembered roots', 'Import it there as a file.', '/settings')];
  return [
    problem('This is no proof bundle. Paste a whole bundle, or type a key, an entry number or a hash.'),
  ];
}

const NUMBER = /^(?:#\s*|entry\s+)?(\d{1,3}(?:,\d{3})+|\d{1,20})$/i;

/** fromNumber understands `194`, `1,204`, `#194` and `entry 194` as an entry of the log. A key may look the same: see fromKey. */
function fromNumber(text: string, context: BoxContext): readonly Meaning[] {
  const [, digits = ''] = NUMBER.exec(text) ?? [];
  if (digits === '') return [];
  const entryNumber = Number(digits.replaceAll(',', ''));
  if (!Number.isSafeInteger(entryNumber))
    return [problem(say`No log has that many entries: numbers go to ${Number.MAX_SAFE_INTEGER}.`)];
  if (entryNumber === 0) return [problem('There is no entry 0: entries are numbered from 1.')];
  const { here } = context;
  // As sure as can be, so that Enter leads to the entry whatever else is found: a key or a value of these digits comes after it.
  if (here?.logSize === undefined || entryNumber <= here.logSize)
    return registersAsked(context).map((offers) => offers.entry(entryNumber, 3));
  const { at } = here;
  const size = at === undefined ? here.logSize : here.presentSize;
  if (at === undefined || (size !== undefined && entryNumber > size))
    return [problem(say`The log has ${size ?? 0} entries; there is no entry ${entryNumber} yet.`)];
  const when = size === undefined ? 'may have come' : 'came';
  const what = say`Entry ${entryNumber}, in the register as it is now`;
  const path = pathsIn(here.id).entry(entryNumber);
  return [
    problem(say`This is the register with ${at} entries; entry ${entryNumber} ${when} later.`),
    offerOf('entry', 2, what, 'Leaves the earlier version.', path, true),
  ];
}

/** What people call views and pages besides the names in their addresses, folded. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['log', 'entries'],
  ['blobs', 'items'],
  ['requests', 'api'],
  ['remembered roots', 'settings'],
]);

/** fromViewName understands the name of a view of the register on view, or of a page beside it. A key or a value of that name comes before it. */
function fromViewName(text: string, { here }: BoxContext): readonly Offer[] {
  const folded = fold(text);
  const name = OTHER_NAMES.get(folded) ?? folded;
  if (!/^[a-z]+$/.test(name)) return [];
  const offer = (path: string, present: boolean): Offer =>
    offerOf('page', 1, say`The page ${text}`, 'A page of this site.', path, present);
  const overview = here && pathsIn(here.id).view('overview');
  const view = name === 'overview' ? overview : `${overview}/${name}`;
  const isPage = !('register' in parsePlace(`/${name}`));
  return [
    ...(overview !== undefined && view !== undefined && isAddress(view) ? [offer(view, false)] : []),
    ...(isPage && isAddress(`/${name}`) ? [offer(`/${name}`, true)] : []),
  ];
}

function isAddress(path: string): boolean {
  const place = parsePlace(path);
  return place.view !== 'nowhere' && pathTo(place) === path;
}
