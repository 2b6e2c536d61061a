import { bulkDecoder } from '../api/bulk-decoder.ts';
import { createCopyHost, proveCopy } from '../log/copy-host.ts';
import { answerCalls } from '../verify/worker-bridge.ts';
import { hostCalls } from './remote-host.ts';

// The worker that holds the copy of one register. It stands here because it reads pages by the rules of the client, which copy does not know.
const host = createCopyHost(bulkDecoder);
// A hasher that does not reproduce the known hashes must not answer: the register cannot be read then.
void answerCalls(hostCalls(host), self, async () => proveCopy(host));
