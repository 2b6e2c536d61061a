import { isRsfAddress, normaliseBase, webAddress } from '../../api/base-address.ts';
import { parsePlace, parseRegisterId, pathTo, registerOfFile } from '../../ui/paths.ts';
import {
  type BoxContext,
  type KnownRegister,
  type Meaning,
  nameOf,
  type Offer,
  offersIn,
  problem,
  say,
} from './offers.ts';

/** ANYWHERE is an origin to resolve paths against, never requested. */
const ANYWHERE = 'https://here.invalid';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host name with a port, a path, or more than one dot; or a machine of one's own. */
const HOST =
  /^(?:localhost|\[[0-9a-f:]+\]|(?:[a-z0-9-]+\.){2,}[a-z]{2,}|(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[:/])|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/\S*)?$/i;

/**
 * fromAddress understands the address of a register or of anything in one: of this site, of the mock server that comes with it, of a real register server
 * (`https://country.register.gov.uk/records/GB`, `country.register.gov.uk/record/GB`, `/records/GB` of the register on view), or of an RSF file.
 */
export function fromAddress(text: string, context: BoxContext): readonly Meaning[] {
  const { here, site, registersAddress } = context;
  if (/\s/.test(text)) return [];
  if (text.startsWith('/'))
    return [...(here ? ofResource(ANYWHERE + text, here, context) : []), ...ofSite(text)];
  if (/^rsf:/i.test(text)) return ofFile(text.slice(4));
  if (!SCHEME.test(text) && !HOST.test(text)) return [];
  if (text.toLowerCase().startsWith(site.toLowerCase()) && !text.startsWith(`${registersAddress}/`)) {
    const rest = text.slice(site.length);
    const offers = /^(?:$|[/?#])/.test(rest) ? ofSite(rest.replace(/^(?!\/)/, '/')) : [];
    if (offers.length > 0) return offers;
  }
  const read = normaliseBase(text);
  if ('problem' in read) return [problem(read.problem)];
  const register = registerAt(read.base, context);
  const resource = ofResource(text, register, context);
  const { id } = register;
  // An API's base address has no query, but that of a file may: the page offers to open it as a file.
  const whole =
    id.kind === 'remote' && register !== here ? { ...id, base: id.base + (read.query ?? '') } : id;
  const server = offersIn(context, { ...register, id: whole }).overview('Reads it by its API.');
  return isRsfAddress(text) ? [...ofFile(text), ...resource, server] : [...resource, server, ...ofFile(text)];
}

/** pathOfAddress returns the path in this site for an address, as in the box outside a register; or its problem. */
export function pathOfAddress(
  text: string,
  site: Pick<BoxContext, 'site' | 'registersAddress'>,
): { readonly path: string } | { readonly problem: string } {
  const [meant] = fromAddress(text, { ...site, here: undefined, registers: [] });
  if (meant !== undefined) return meant.kind === 'problem' ? { problem: meant.what } : meant;
  // The box does not interpret every possible address as one.
  const read = normaliseBase(text);
  if ('problem' in read) return read;
  return { path: pathTo({ view: 'overview', register: { kind: 'remote', base: read.base } }) };
}

/** ofFile reads the address of an RSF file anywhere. */
function ofFile(text: string): readonly Offer[] {
  const address = webAddress(text);
  if (address === undefined) return [];
  const path = pathTo({ view: 'overview', register: registerOfFile(address) });
  const detail = say`Reads ${address} and computes its root hash here.`;
  return [{ kind: 'register', what: 'Open as an RSF file', detail, path, present: true }];
}

/** ofSite reads a path of this site, such as `/country/records/GB?at=206`, as browsers do: a backslash is a slash, and `..` goes up. */
function ofSite(text: string): readonly Offer[] {
  const url = URL.canParse(text, ANYWHERE) ? new URL(text, ANYWHERE) : undefined;
  if (url?.origin !== ANYWHERE || parsePlace(url.pathname, url.search).view === 'nowhere') return [];
  const path = url.pathname + url.search;
  return [{ kind: 'page', what: say`The page ${path}`, detail: 'On this site.', path, present: true }];
}

/** registerAt returns the register with that base address: the one on view, a bundled one, one opened before, or one never seen. */
function registerAt(base: string, { here, registers, registersAddress }: BoxContext): KnownRegister {
  if (here?.base === base) return here;
  const bundled = base.startsWith(`${registersAddress}/`)
    ? parseRegisterId(base.slice(registersAddress.length + 1).replace('/', '~'))
    : undefined;
  if (bundled !== undefined) return { id: bundled, name: '', title: nameOf(bundled) };
  const opened = registers.find(({ id }) => id.kind === 'remote' && id.base === base);
  return opened ?? { id: { kind: 'remote', base }, name: '', title: base };
}

/** ofResource reads the address of an API resource. */
function ofResource(address: string, register: KnownRegister, context: BoxContext): readonly Offer[] {
  const read = normaliseBase(address);
  if ('problem' in read || (address.startsWith(ANYWHERE) && read.base !== ANYWHERE)) return [];
  const { key, entryNumber, itemHash, where } = read;
  const offers = offersIn(context, register);
  if (key !== undefined) return [offers.record(key)];
  if (entryNumber !== undefined) return [offers.entry(entryNumber)];
  if (itemHash !== undefined) return [offers.data(itemHash)];
  return where === undefined ? [] : [offers.filter(where.attribute, where.value)];
}
