import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Restartable is a server of this machine that can go away and come back at the same address. */
export interface Restartable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly origin: string;
  /** stop ends it and breaks what is under way. */
  stop(): Promise<void>;
  /** start brings it back at the same port. */
  start(): Promise<void>;
}

const HOST = '127.0.0.1';

/** startServer answers with `listener` at a free port. */
export async function startServer(listener: RequestListener): Promise<Restartable> {
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const next = createServer(listener);
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject);
      next.listen(port, HOST, resolve);
    });
    server = next;
    return (next.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    origin: `http://${HOST}:${port}`,
    async stop() {
      const running = server;
      server = undefined;
      if (running === undefined) return;
      await new Promise<void>((resolve) => {
        running.close(() => resolve());
        running.closeAllConnections();
      });
    },
    async start() {
      if (server === undefined) await listen(port);
    },
  };
}
