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
  return 'register' in place ? reach(place.register) : { problem: 'This is not the address of a register.' };
}

function reach(register: RegisterId): RegisterServer {
  const base = baseAddressOf(register);
  const ask = askOf(register);
  if (register.kind === 'file') return { base, fetch: askFile(register.file, ask), seesLinks: true };
  // A browser shows all headers of its own site, and of others those that they expose.
  const seesLinks = register.kind === 'bundled' || new URL(base).origin === location.origin;
  return { base, fetch: seesLinks ? ask : askElsewhere(ask), seesLinks };
}

/** askFile reads the file first, once for a report. */
function askFile(file: string, ask: FetchLike): FetchLike {
  let reading: Promise<unknown> | undefined;
  return async (address, init) => {
    reading ??= import('./files.ts').then(({ reopenFile }) => reopenFile(file, {}));
    await reading;
    return ask(address, init);
  };
}

/** askElsewhere says why a request may have failed, which browsers hide. */
function askElsewhere(ask: FetchLike): FetchLike {
  return (address, init) =>
    ask(address, init).catch((error: unknown) => {
      init.signal?.throwIfAborted();
      throw new Error(NOT_READ, { cause: error });
    });
}

const NOT_READ =
  'the server may be down, or does not let other sites read its answers. For that it must send the header Access-Control-Allow-Origin: *. The command npm run conformance does not need it';
