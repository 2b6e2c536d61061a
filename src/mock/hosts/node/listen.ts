import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** ListenOptions say where to listen. */
export interface ListenOptions {
  /** 0 to 65535; 0 takes any free port. Where it is taken the next free one above is used. */
  readonly port: number;
  /** A host name or address of this machine: `localhost`, `0.0.0.0`. */
  readonly host: string;
}

/** RunningServer is a server that answers. */
export interface RunningServer {
  /** What to type into a browser on this machine, without a slash at its end: `http://localhost:4180`. */
  readonly address: string;
  readonly port: number;
  /** close breaks open connections too. */
  close(): Promise<void>;
}

const ATTEMPTS = 20;

/** listen starts a server at the first free port of twenty, then at any. Rejects where the host is not this machine's, or nothing is free. */
export async function listen(
  listener: RequestListener,
  { port, host }: ListenOptions,
): Promise<RunningServer> {
  const last = Math.min(port + ATTEMPTS - 1, 65_535);
  for (let candidate = port; candidate <= last; candidate += 1) {
    const server = await tryPort(listener, candidate, host);
    if (server) return server;
  }
  const anywhere = await tryPort(listener, 0, host);
  if (anywhere) return anywhere;
  throw new Error(`no port is free on ${host}`);
}

async function tryPort(
  listener: RequestListener,
  port: number,
  host: string,
): Promise<RunningServer | undefined> {
  const server = createServer(listener);
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (failure?.code === 'EADDRINUSE' || failure?.code === 'EACCES') return undefined;
  if (failure) throw failure;
  const actual = (server.address() as AddressInfo).port;
  return {
    address: `http://${shownHost(host)}:${actual}`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An address that stands for all of this machine's is not one to type. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
