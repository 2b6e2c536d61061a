import { expose } from 'comlink';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { createCopyHost, proveCopy } from '../log/copy-host.ts';
import { pieceReader } from './piece-reader.ts';

// The worker that holds the copy of one register. It stands here because it reads pages by the rules of the client, which copy does not know.
const host = createCopyHost(bulkDecoder);
// A hasher that does not reproduce the known hashes must not answer: the worker fails to start, and the register cannot be read.
proveCopy(host);
expose({
  ...host,
  stream: (...asked: Parameters<typeof host.stream>) => pieceReader(host.stream(...asked)),
});
