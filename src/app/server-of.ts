import type { RegisterServer } from '../query/site-context.ts';
import { parsePlace, parseRegisterId, type RegisterId } from '../ui/paths.ts';
import { pathOfAddress } from './one-box/addresses.ts';
import { fetchOf, baseAddressOf } from './register-address.ts';
import { HERE } from './site.ts';

/**
 * serverOf reads the name of a register in this site, or an address as in the one box: of a server or
 * anything on it, of an RSF file, or of a page of this site.
 */
export async function serverOf(text: string): Promise<RegisterServer | { problem: string }> {
  const named = parseRegisterId(text);
  if (named !== undefined && named.kind !== 'remote') return reach(named);
  const read = pathOfAddress(text, HERE);
  if ('problem' in read) return read;
  const [path = '', search] = read.path.split('?');
  const place = parsePlace(path, search);
  return 'register' in place ? reach(place.register) : { problem: 'This is not the address of a register.' };
}

async function reach(register: RegisterId): Promise<RegisterServer> {
  const base = baseAddressOf(register);
  const fetch = fetchOf(register);
  // A file that could not be read before may be there now.
  if (register.kind === 'file') await (await import('./files.ts')).reopenFile(register.file, {});
  // A browser shows all headers of its own site, and of others those that they expose.
  if (register.kind !== 'remote' || new URL(base).origin === location.origin)
    return { base, fetch, seesLinks: true };
  return {
    base,
    // Browsers hide why a request failed.
    fetch: (address, init) =>
      fetch(address, init).catch((error: unknown) => {
        init.signal?.throwIfAborted();
        throw new Error(NOT_READ, { cause: error });
      }),
    seesLinks: false,
  };
}

const NOT_READ =
  'the server may be down, or does not let other sites read its answers. For that it must send the header Access-Control-Allow-Origin: *. The command npm run conformance does not need it';
