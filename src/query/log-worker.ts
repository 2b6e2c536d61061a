import { bulkDecoder } from '../api/bulk-decoder.ts';
import { serveLogHost } from '../log/serve-log-host.ts';

// The worker that holds the log of one register, for a copy or an audit. It is here because it reads pages by
// the client's rules, and log must not import api.
void serveLogHost(self, bulkDecoder);
