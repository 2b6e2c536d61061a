import type { RegisterServer } from '../query/site.ts';
import { parsePlace, parseRegisterId, type RegisterId } from '../ui/paths.ts';
import type { FetchLike } from '../api/request.ts';
import { pathOfAddress } from './one-box/read-address.ts';
import { askOf, baseAddressOf } from './register-address.ts';
import { HERE } from './site.ts';

/** serverOf reads the name of a register in this site, or an address as in the one box: of a server or anything on it, of an RSF file, or of a page of this site. */
export function serverOf(text: string): RegisterServer | { problem: string } {
  const named = parseRegisterId(text);
  if (named !== undefined && named.kind !== 'remote') return reach(named);
  const read = pathOfAddress(text, HERE);
  if ('problem' in read) return read;
  const [path = '', search] = read.path.split('?');
  const place = parsePlace(path, search);
  return 'register' in place ? reach(place.register) : { problem: 'This is no address of a register.' };
}

function reach(register: RegisterId): RegisterServer {
  const base = baseAddressOf(register);
  // A browser shows all headers of its own site, and of others those that they expose.
  const seesLinks = register.kind !== 'remote' || new URL(base).origin === location.origin;
  const ask = askOf(register);
  const fetch = register.kind === 'file' ? askFile(register.file, ask) : seesLinks ? ask : askElsewhere(ask);
  return { base, fetch, seesLinks };
}

/** askFile retries an unread file once in a report. */
function askFile(file: string, ask: FetchLike): FetchLike {
  let reading: Promise<unknown> | undefined;
  const open = async () => (await import('./files.ts')).reopenFile(file, {});
  return async (address, init) => {
    await (reading ??= open());
    return ask(address, init);
  };
}

/** askElsewhere finds why a request failed, which browsers hide: the server is down, or forbids this site to read its answers. */
function askElsewhere(ask: FetchLike): FetchLike {
  return async (address, init) => {
    try {
      return await ask(address, init);
    } catch (error) {
      init.signal?.throwIfAborted();
      throw new Error(NOT_READ, { cause: error });
    }
  };
}

const NOT_READ =
  'the server may be down, or does not let other sites read its answers. For that it must send the header Access-Control-Allow-Origin: *. The command npm run conformance does not need it';
