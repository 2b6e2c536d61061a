import { bulkDecoder } from '../api/bulk-decoder.ts';
import { answerLog } from '../log/log-worker.ts';

// The worker that holds the log of one register, for a copy or an audit. It stands here because it reads pages by the rules of the client, which log does not know.
void answerLog(self, bulkDecoder);
