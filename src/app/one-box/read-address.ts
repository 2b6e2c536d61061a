import { normaliseBase } from '../../api/base-address.ts';
import {
  parsePlace,
  parseRegisterId,
  type Place,
  type RegisterId,
  type RegisterPlace,
} from '../../ui/paths.ts';
import type { BoxContext, NamedRegister } from './box-context.ts';
import { dataOffer, entryOffer, filterOffer, recordOffer, registerOffer } from './offers.ts';
import { type Offer, problem, toExactPath, type Understood, type Words, words } from './understood.ts';

/** ANYWHERE is an origin to resolve paths against; nothing is asked of it. */
const ANYWHERE = 'https://here.invalid';

const HTTP = /^https?:\/\//i;
/** A host name with a port, a path, or more than one dot; or a machine of one's own. */
const HOST =
  /^(?:localhost|\[[0-9a-f:]+\]|(?:[a-z0-9-]+\.){2,}[a-z]{2,}|(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[:/])|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/\S*)?$/i;

/**
 * readAddress understands the address of a register or of anything in one: of this site, of the mock server that comes with it, or of a real register server
 * (`https://country.register.gov.uk/records/GB`, `country.register.gov.uk/record/GB`, `/records/GB` of the register on view).
 */
export function readAddress(text: string, context: BoxContext): readonly Understood[] {
  if (/\s/.test(text)) return [];
  if (text.startsWith('/')) return [...ofHere(text, context), ...ofSite(text)];
  // What this site calls a register from a file.
  if (/^file:[^/]/.test(text)) return ofSite(`/${text}`);
  const below = belowSite(text, context);
  if (below !== undefined && !isBundled(text, context)) {
    const offers = ofSite(below);
    if (offers.length > 0) return offers;
  }
  if (HTTP.test(text)) return ofServer(text, context, 3);
  if (HOST.test(text)) return ofServer(text, context, 2);
  // Any other scheme: said to be none that a register is opened by.
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? ofServer(text, context, 3) : [];
}

/** belowSite is the path of an address of this site, with its query. */
function belowSite(text: string, { site }: BoxContext): string | undefined {
  if (!text.toLowerCase().startsWith(site.toLowerCase())) return undefined;
  const rest = text.slice(site.length);
  return rest === '' || /^[/?#]/.test(rest) ? rest.replace(/^(?!\/)/, '/') : undefined;
}

function isBundled(text: string, { registersAddress }: BoxContext): boolean {
  return text.startsWith(`${registersAddress}/`);
}

/** ofSite reads a path of this site, such as `/country/records/GB?at=206`, as the browser will read it: there a backslash is a slash, and `..` goes back. */
function ofSite(text: string): readonly Offer[] {
  const url = URL.canParse(text, ANYWHERE) ? new URL(text, ANYWHERE) : undefined;
  if (url?.origin !== ANYWHERE) return [];
  const { pathname: path, search: query } = url;
  const place = parsePlace(path, query);
  if (place.view === 'nowhere') return [];
  return [
    {
      kind: 'place',
      sure: 3,
      what: placeWords(place),
      leads: [...words`${path}${query}`, ' on this site.'],
      target: toExactPath(path + query),
    },
  ];
}

/** ofHere reads a path that a register's server would know, such as `/records/GB`, as one of the register on view. */
function ofHere(text: string, context: BoxContext): readonly Offer[] {
  const { here } = context;
  if (here === undefined) return [];
  const read = normaliseBase(ANYWHERE + text);
  if ('problem' in read || read.base !== ANYWHERE || read.asTyped === undefined) return [];
  return pointedOffers(read, context, here, 3);
}

function ofServer(text: string, context: BoxContext, sure: 2 | 3): readonly Understood[] {
  const read = normaliseBase(text);
  if ('problem' in read) return [problem([read.problem])];
  const register = registerAt(read.base, context);
  const pointed = pointedOffers(read, context, register, sure);
  const opens = registerOffer(register, pointed.length > 0 ? 1 : sure, opensWords(register, context));
  if (read.asTyped === undefined || read.asTyped === read.base || pointed.length > 0)
    return [...pointed, opens];
  // A register may live at an address that ends like one of its own resources.
  const asTyped = registerAt(read.asTyped, context);
  return [opens, registerOffer(asTyped, 1, words`Opened at exactly this address.`)];
}

function opensWords(register: NamedRegister, { here }: BoxContext): Words {
  if (register === here) return words`The register on view.`;
  if (register.id.kind !== 'remote') return words`It comes with this page.`;
  return words`Opens the register at ${register.id.base}.`;
}

/** registerAt is the register with that base address: the one on view, a bundled one, one opened before, or one never seen. */
function registerAt(base: string, { here, registers, registersAddress }: BoxContext): NamedRegister {
  if (here?.base === base) return here;
  if (base.startsWith(`${registersAddress}/`)) {
    const id = parseRegisterId(base.slice(registersAddress.length + 1).replace('/', '~'));
    if (id !== undefined) return { id, name: nameOfId(id), title: nameOfId(id) };
  }
  const id: RegisterId = { kind: 'remote', base };
  return (
    registers.find((one) => one.id.kind === 'remote' && one.id.base === base) ?? { id, name: '', title: base }
  );
}

function pointedOffers(
  read: Exclude<ReturnType<typeof normaliseBase>, { problem: string }>,
  context: BoxContext,
  register: NamedRegister,
  sure: Offer['sure'],
): readonly Offer[] {
  if (read.key !== undefined) return [recordOffer(context, register, read.key, sure)];
  if (read.entryNumber !== undefined) return [entryOffer(context, register, read.entryNumber, sure)];
  if (read.itemHash !== undefined) return [dataOffer(context, register, read.itemHash, sure)];
  if (read.where !== undefined) return [filterOffer(context, register, read.where, sure)];
  return [];
}

/** placeWords names a place of this site. */
function placeWords(place: Exclude<Place, { view: 'nowhere' }>): Words {
  if (!('register' in place)) return [PLACES[place.view]];
  const of = words` of ${nameOfId(place.register)}`;
  if (place.view === 'record') return [...words`Record ${place.key}`, ...of];
  if (place.view === 'entry') return [...words`Entry ${place.entryNumber}`, ...of];
  if (place.view === 'item') return [...words`Item ${place.hash.slice(0, 20)}…`, ...of];
  return [VIEWS[place.view], ...of];
}

const PLACES = {
  start: 'The start page',
  check: 'Check a file',
  settings: 'Remembered roots',
};

const VIEWS: Readonly<Record<Exclude<RegisterPlace['view'], 'record' | 'entry' | 'item'>, string>> = {
  overview: 'The overview',
  records: 'The records',
  entries: 'The entries',
  items: 'The items',
  proofs: 'The proofs',
  'entry-proof': 'An entry proof',
  'consistency-proof': 'A consistency proof',
  audit: 'The audit',
  lab: 'The tamper lab',
  compare: 'The comparison of roots',
  api: 'The requests',
  changes: 'What changed',
};

function nameOfId(id: RegisterId): string {
  if (id.kind === 'bundled') return id.name;
  return id.kind === 'file' ? id.file : id.base;
}
