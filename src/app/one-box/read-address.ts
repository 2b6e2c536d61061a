import { isRsfAddress, normaliseBase, webAddress } from '../../api/base-address.ts';
import {
  parsePlace,
  parseRegisterId,
  pathTo,
  type Place,
  type RegisterId,
  registerOfFile,
} from '../../ui/paths.ts';
import type { BoxContext, Meaning, NamedRegister, Offer, Sure } from './model.ts';
import { offerOf, problem, say } from './model.ts';
import { offersIn, type RegisterOffers } from './offers.ts';

/** ANYWHERE is an origin to resolve paths against; nothing is asked of it. */
const ANYWHERE = 'https://here.invalid';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host name with a port, a path, or more than one dot; or a machine of one's own. */
const HOST =
  /^(?:localhost|\[[0-9a-f:]+\]|(?:[a-z0-9-]+\.){2,}[a-z]{2,}|(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[:/])|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/\S*)?$/i;

/**
 * fromAddress understands the address of a register or of anything in one: of this site, of the mock server that comes with it, or of a real register server
 * (`https://country.register.gov.uk/records/GB`, `country.register.gov.uk/record/GB`, `/records/GB` of the register on view).
 */
export function fromAddress(text: string, context: BoxContext): readonly Meaning[] {
  if (/\s/.test(text)) return [];
  if (text.startsWith('/')) return [...ofRegisterOnView(text, context), ...ofSite(text)];
  // What this site calls a register from a file.
  if (/^file:[^/]/.test(text)) return ofSite(`/${text}`);
  if (/^rsf:/i.test(text)) return ofFile(text.slice(4), 3);
  const path = pathBelow(context.site, text);
  if (path !== undefined && !text.startsWith(`${context.registersAddress}/`)) {
    const offers = ofSite(path);
    if (offers.length > 0) return offers;
  }
  // Any other scheme, too: said to be none that a register is opened by.
  const sure = SCHEME.test(text) ? 3 : 2;
  if (sure === 2 && !HOST.test(text)) return [];
  return isRsfAddress(text)
    ? [...ofFile(text, sure), ...ofServer(text, context, 1)]
    : [...ofServer(text, context, sure), ...ofFile(text, 1)];
}

/** ofFile reads the address of an RSF file anywhere. */
function ofFile(text: string, sure: Sure): readonly Offer[] {
  const address = webAddress(text);
  if (address === undefined) return [];
  const path = pathTo({ view: 'overview', register: registerOfFile(address) });
  const detail = say`Reads ${address} and computes its root hash here.`;
  return [offerOf('register', sure, 'Open as an RSF file', detail, path, true)];
}

/** pathBelow is the path of an address of this site, with its query. */
function pathBelow(site: string, text: string): string | undefined {
  if (!text.toLowerCase().startsWith(site.toLowerCase())) return undefined;
  const rest = text.slice(site.length);
  return rest === '' || /^[/?#]/.test(rest) ? rest.replace(/^(?!\/)/, '/') : undefined;
}

/** ofSite reads a path of this site, such as `/country/records/GB?at=206`, as the browser will read it: there a backslash is a slash, and `..` goes back. */
function ofSite(text: string): readonly Offer[] {
  const url = URL.canParse(text, ANYWHERE) ? new URL(text, ANYWHERE) : undefined;
  if (url?.origin !== ANYWHERE) return [];
  const path = url.pathname + url.search;
  const place = parsePlace(url.pathname, url.search);
  if (place.view === 'nowhere') return [];
  return [
    offerOf('page', 3, placeWords(place) ?? say`The page ${path}`, say`${path} on this site.`, path, true),
  ];
}

function placeWords(place: Place): string | undefined {
  if (place.view === 'start') return 'The start page';
  if (place.view === 'overview') return say`The register ${nameOfId(place.register)}`;
  if (place.view === 'record') return say`Record ${place.key} of ${nameOfId(place.register)}`;
  if (place.view === 'entry') return say`Entry ${place.entryNumber} of ${nameOfId(place.register)}`;
  return undefined;
}

function nameOfId(id: RegisterId): string {
  if (id.kind === 'bundled') return id.name;
  return id.kind === 'file' ? id.file : id.base;
}

type Read = Exclude<ReturnType<typeof normaliseBase>, { problem: string }>;

/** ofRegisterOnView reads a path that a register's server would know, such as `/records/GB`. */
function ofRegisterOnView(text: string, context: BoxContext): readonly Offer[] {
  const read = normaliseBase(ANYWHERE + text);
  if (context.here === undefined || 'problem' in read || read.base !== ANYWHERE) return [];
  return resourceOffers(read, offersIn(context, context.here), 3);
}

function ofServer(text: string, context: BoxContext, sure: Sure): readonly Meaning[] {
  const read = normaliseBase(text);
  if ('problem' in read) return [problem(read.problem)];
  const offers = offersIn(context, registerAt(read.base, context));
  const resource = resourceOffers(read, offers, sure);
  const opens = offers.overview(resource.length > 0 ? 1 : sure, openWords(offers.register, context));
  if (read.asTyped === undefined || read.asTyped === read.base || resource.length > 0)
    return [...resource, opens];
  // A register may live at an address that ends like one of its own resources.
  const exactly = offersIn(context, registerAt(read.asTyped, context));
  return [opens, exactly.overview(1, 'Opens exactly this address.')];
}

function openWords(register: NamedRegister, { here }: BoxContext): string {
  if (register === here) return 'The register on view.';
  return register.id.kind === 'remote'
    ? say`Opens the register at ${register.id.base}.`
    : 'It comes with this page.';
}

/** registerAt is the register with that base address: the one on view, a bundled one, one opened before, or one never seen. */
function registerAt(base: string, { here, registers, registersAddress }: BoxContext): NamedRegister {
  if (here?.base === base) return here;
  if (base.startsWith(`${registersAddress}/`)) {
    const id = parseRegisterId(base.slice(registersAddress.length + 1).replace('/', '~'));
    if (id !== undefined) return { id, name: nameOfId(id), title: nameOfId(id) };
  }
  const opened = registers.find(({ id }) => id.kind === 'remote' && id.base === base);
  return opened ?? { id: { kind: 'remote', base }, name: '', title: base };
}

function resourceOffers(
  { key, entryNumber, itemHash, where }: Read,
  offers: RegisterOffers,
  sure: Sure,
): readonly Offer[] {
  if (key !== undefined) return [offers.record(key, sure)];
  if (entryNumber !== undefined) return [offers.entry(entryNumber, sure)];
  if (itemHash !== undefined) return [offers.data(itemHash, sure)];
  return where === undefined ? [] : [offers.filter(where.attribute, where.value, sure)];
}
