import {
  addressAfterSlash,
  isRsfAddress,
  normaliseBase,
  type Resource,
  webAddress,
} from '../../api/base-address.ts';
import { formatRegisterId, parsePlace, parseRegisterId, pathTo, registerOfFile } from '../../ui/paths.ts';
import { type BoxContext, type KnownRegister, type Meaning, type Offer, offersIn, say } from './offers.ts';

/** ANYWHERE is an origin to resolve paths against, never requested. */
const ANYWHERE = 'https://here.invalid';
/** Row is one thing that a typed text may be. */
export interface Row {
  /** A text that matches with a group named `only` can be nothing else. */
  readonly pattern: RegExp;
  /** The offers for a text that matches; a sentence says what is wrong with it. */
  readonly offers: (match: RegExpExecArray, context: BoxContext) => readonly Meaning[];
}

/** meaningsOf lists what a text means by these rows. */
export function meaningsOf(rows: readonly Row[], text: string, context: BoxContext): readonly Meaning[] {
  const matches = rows.flatMap(({ pattern, offers }) => {
    const match = pattern.exec(text);
    return match === null ? [] : { match, offers };
  });
  const only = matches.find(({ match }) => match.groups?.['only'] !== undefined);
  return (only ? [only] : matches).flatMap(({ match, offers }) => offers(match, context));
}

/** ADDRESSES are addresses of registers, of anything in one, of pages of this site, and of files. */
export const ADDRESSES: readonly Row[] = [
  // C:\data\country.rsf, \\server\country.rsf, file:///data/country.rsf
  {
    pattern: /^(?<only>[a-z]:[\\/]|\\\\|file:\/\/)/i,
    offers: () => ['This is a file on a device. Choose it on the start page, or drop it there.'],
  },
  // /records/GB in the register on view, /country/records/GB in this site
  {
    pattern: /^\/\S*$/,
    offers([path], context) {
      const { here } = context;
      const address = addressAfterSlash(path);
      if (address !== undefined) return meaningsOf(ADDRESSES, address, context);
      const read = normaliseBase(ANYWHERE + path);
      const base = 'base' in read && read.base.startsWith(ANYWHERE) ? read.base : '';
      const register = base === ANYWHERE ? here : registerOfPage(base.slice(ANYWHERE.length));
      const resource = 'base' in read ? read.resource : undefined;
      const below = register ? resourceOffers(resource, register, context) : [];
      const pages = pageOffers(path);
      const offers = base === ANYWHERE ? [...below, ...pages] : [...pages, ...below];
      return offers.length > 0 || path.startsWith('//')
        ? offers
        : [say`${path} is no page here. An address in a register begins with https:// and its host.`];
    },
  },
  { pattern: /^rsf:(\S+)$/i, offers: ([, address = '']) => fileOffers(address) },
  // Any address with a scheme; a host with a port, a path, or more than one dot; a machine of one's own.
  {
    pattern:
      /^(?:[a-z][a-z0-9+.-]*:\/\/\S*|(?:localhost|\[[0-9a-f:]+\]|(?:[a-z0-9-]+\.){2,}[a-z]{2,}|(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[:/])|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/\S*)?)$/i,
    offers([text], context) {
      const { here, site, registersAddress } = context;
      if (text.toLowerCase().startsWith(site.toLowerCase()) && !text.startsWith(`${registersAddress}/`)) {
        const rest = text.slice(site.length);
        const address = addressAfterSlash(rest);
        if (address !== undefined) return meaningsOf(ADDRESSES, address, context);
        const pages = /^(?:$|[/?#])/.test(rest) ? pageOffers(rest.replace(/^(?!\/)/, '/')) : [];
        if (pages.length > 0) return pages;
      }
      const read = normaliseBase(text);
      if ('problem' in read) return [read.problem];
      const register = registerAt(read.base, context);
      const resource = resourceOffers(read.resource, register, context);
      const { id } = register;
      // An API's base address has no query, but that of a file may: the page offers to open it as a file.
      const whole =
        id.kind === 'remote' && register !== here ? { ...id, base: id.base + (read.query ?? '') } : id;
      const server = offersIn(context, { ...register, id: whole }).overview('Reads it by its API.');
      const files = fileOffers(text);
      return isRsfAddress(text) ? [...files, ...resource, server] : [...resource, server, ...files];
    },
  },
];

/**
 * pathOfAddress returns the path in this site for an address, and what is there, as in the box
 * outside a register; or its problem.
 */
export function pathOfAddress(
  text: string,
  site: Pick<BoxContext, 'site' | 'registersAddress'>,
): { readonly path: string; readonly what: string } | { readonly problem: string } {
  const [meant] = meaningsOf(ADDRESSES, text, { ...site, here: undefined, registers: [] });
  if (meant !== undefined) return typeof meant === 'string' ? { problem: meant } : meant;
  // The box does not interpret every possible address as one.
  const read = normaliseBase(text);
  if ('problem' in read) return read;
  const path = pathTo({ view: 'overview', register: { kind: 'remote', base: read.base } });
  return { path, what: say`The register ${read.base}` };
}

/** fileOffers reads the address of an RSF file anywhere. */
function fileOffers(text: string): readonly Offer[] {
  const address = webAddress(text);
  if (address === undefined) return [];
  const path = pathTo({ view: 'overview', register: registerOfFile(address) });
  const detail = say`Reads ${address} and computes its root hash here.`;
  return [{ kind: 'register', what: 'Open as an RSF file', detail, path }];
}

/**
 * pageOffers reads a path of this site, such as `/country/records/GB?at=206`, as browsers do: a backslash is
 * a slash, and `..` goes up.
 */
function pageOffers(text: string): readonly Offer[] {
  const url = URL.canParse(text, ANYWHERE) ? new URL(text, ANYWHERE) : undefined;
  if (url?.origin !== ANYWHERE || parsePlace(url.pathname, url.search).view === 'nowhere') return [];
  const path = url.pathname + url.search;
  return [{ kind: 'page', what: say`The page ${path}`, detail: 'On this site.', path }];
}

/** resourceOffers offers what an address of an API points to, at the size that it names. */
function resourceOffers(
  resource: Resource | undefined,
  register: KnownRegister,
  context: BoxContext,
): readonly Offer[] {
  const offers = offersIn(context, register);
  switch (resource?.is) {
    case undefined:
      return [];
    case 'record':
      return [offers.record(resource.key, { at: resource.at })];
    case 'records': {
      const { where, at } = resource;
      if (where !== undefined) return [offers.filter(where.attribute, where.value)];
      return [offers.list('records', at)];
    }
    case 'log':
      return [resource.start === undefined ? offers.list('entries') : offers.log(resource.start)];
    case 'entry':
      return [offers.entry(resource.entryNumber)];
    case 'items':
      return [offers.list('items')];
    case 'item':
      return [offers.data(resource.hash)];
    case 'entry-proof':
      return [offers.entryProof(resource.entryNumber, resource.logSize)];
    case 'consistency-proof':
      return [offers.consistency(resource.from, resource.to)];
  }
}

/**
 * registerAt returns the register with that base address: the one on view, a bundled one, one opened
 * before, or one never seen.
 */
function registerAt(base: string, { here, registers, site, registersAddress }: BoxContext): KnownRegister {
  if (here?.base === base) return here;
  const bundled = base.startsWith(`${registersAddress}/`)
    ? parseRegisterId(base.slice(registersAddress.length + 1).replace('/', '~'))
    : undefined;
  if (bundled !== undefined) return { id: bundled, name: '', title: formatRegisterId(bundled) };
  const ownPage = base.startsWith(`${site}/`) ? registerOfPage(base.slice(site.length)) : undefined;
  if (ownPage !== undefined) return ownPage;
  const opened = registers.find(({ id }) => id.kind === 'remote' && id.base === base);
  return opened ?? { id: { kind: 'remote', base }, name: '', title: base };
}

/** registerOfPage returns the register whose overview is at this path of this site. */
function registerOfPage(path: string): KnownRegister | undefined {
  const place = parsePlace(path);
  if (place.view !== 'overview') return undefined;
  return { id: place.register, name: '', title: formatRegisterId(place.register) };
}
