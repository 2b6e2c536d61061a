import { CLIENT_TARGETS } from './client.ts';
import { DECODER_TARGETS } from './decoders.ts';
import { DISPLAY_TARGETS } from './display.ts';
import { EVIDENCE_TARGETS } from './evidence.ts';
import { MEMORY_TARGETS } from './memory.ts';
import { MOCK_TARGETS } from './mock.ts';
import { PARSER_TARGETS } from './parsers.ts';
import { PROOF_TARGETS } from './proofs.ts';
import { REPLICA_TARGETS } from './replica.ts';
import { ROUTER_TARGETS } from './router.ts';
import { RSF_TARGETS } from './rsf.ts';
import type { FuzzTarget } from './target.ts';

/** TARGETS are all claims that are fuzzed, in the order in which they take turns. */
export const TARGETS: readonly FuzzTarget[] = [
  ...DECODER_TARGETS,
  ...CLIENT_TARGETS,
  ...PARSER_TARGETS,
  ...RSF_TARGETS,
  ...PROOF_TARGETS,
  ...EVIDENCE_TARGETS,
  ...MEMORY_TARGETS,
  ...ROUTER_TARGETS,
  ...MOCK_TARGETS,
  ...DISPLAY_TARGETS,
  ...REPLICA_TARGETS,
];
