import { normaliseBase } from '../api/base-address.ts';
import { SiteContext } from '../query/site.ts';
import { parseRegisterId, type RegisterId } from '../ui/paths.ts';
import { ConformanceView } from '../views/conformance/conformance-view.tsx';
import type { Target } from '../views/conformance/use-report.ts';
import type { FetchLike } from '../api/request.ts';
import { askOf, baseAddressOf } from './register-address.ts';
import { site } from './site.ts';

/** ConformancePage is the conformance report with what reaches the servers that it names. */
export function ConformancePage() {
  return (
    <SiteContext value={site}>
      <ConformanceView targetOf={targetOf} />
    </SiteContext>
  );
}

/** targetOf reads the address of a server, or the name by which this site has a register. */
function targetOf(text: string): Target | { problem: string } {
  const named = parseRegisterId(text);
  if (named !== undefined && named.kind !== 'remote') return reach(named, true);
  const read = normaliseBase(text);
  if ('problem' in read) return read;
  // A browser shows all headers of its own site, and of others those that they expose.
  return reach({ kind: 'remote', base: read.base }, new URL(read.base).origin === location.origin);
}

function reach(register: RegisterId, seesLinks: boolean): Target {
  const ask = askOf(register);
  const fetch = register.kind === 'file' ? askFile(register.file, ask) : seesLinks ? ask : askElsewhere(ask);
  return { base: baseAddressOf(register), fetch, seesLinks };
}

/** askFile tries once in a report to read a file again that was not read before. */
function askFile(file: string, ask: FetchLike): FetchLike {
  let reading: Promise<unknown> | undefined;
  const open = async () => (await import('./files.ts')).reopenFile(file, {});
  return async (address, init) => {
    await (reading ??= open());
    return ask(address, init);
  };
}

/** askElsewhere says of a failed request what a browser hides: whether the server is down, or does not let this site read its answers. */
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
