import { bulkDecoder } from '../api/bulk-decoder.ts';
import { answerJobs } from '../log/log-worker.ts';

// A worker of the audit. It stands here because it reads pages by the rules of the client, which verify does not know.
void answerJobs(self, bulkDecoder);
