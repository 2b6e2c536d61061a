type Spoil = (response: Response) => Promise<Response>;

/** stalls sends the first half of a body and then nothing, for as long as somebody waits. */
export const stalls: Spoil = streamed((bytes, controller, pulls) => {
  if (pulls === 0) controller.enqueue(half(bytes));
});

/** Hosts look ahead for some turns of the event loop before they send the status: by then the first half must be on its way, however busy the machine. */
const TURNS_AHEAD = 8;

/** breaksOff sends the first half of a body; then the connection breaks. */
export const breaksOff: Spoil = streamed(async (bytes, controller, pulls) => {
  if (pulls === 0) return controller.enqueue(half(bytes));
  for (let turn = 0; turn < TURNS_AHEAD; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  controller.error(new Error('The connection breaks here on purpose.'));
});

const CHUNK = new TextEncoder().encode(' '.repeat(256 * 1024));

/** neverEnds goes on with white space, which JSON may have anywhere, until nobody reads any more. */
export const neverEnds: Spoil = streamed((bytes, controller, pulls) =>
  controller.enqueue(pulls === 0 ? half(bytes) : CHUNK),
);

/** BOMB_BYTES is what the bomb has when it is unpacked. */
export const BOMB_BYTES = 160 * CHUNK.length;

let bomb: Promise<ArrayBuffer> | undefined;

/** gzipBomb sends a few kilobytes that unpack to BOMB_BYTES. Only a real network unpacks them. */
export async function gzipBomb(response: Response): Promise<Response> {
  if (response.body === null) return response;
  bomb ??= packed();
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  return new Response(await bomb, { status: response.status, headers });
}

async function packed(): Promise<ArrayBuffer> {
  let left = BOMB_BYTES / CHUNK.length;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(CHUNK);
      left -= 1;
    },
  });
  return new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** wrongLength announces more than it sends and closes the connection. Only a real network notices. */
export async function wrongLength(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.byteLength + 100));
  headers.set('connection', 'close');
  return new Response(bytes, { status: response.status, headers });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Nothing is sent ahead of who reads: each call of `send` answers one wish for more. */
function streamed(
  send: (
    bytes: Bytes,
    controller: ReadableStreamDefaultController<Bytes>,
    pulls: number,
  ) => void | Promise<void>,
): Spoil {
  return async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    let pulls = 0;
    const body = new ReadableStream<Bytes>({
      pull: (controller) => send(bytes, controller, pulls++),
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function half(bytes: Bytes): Bytes {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
