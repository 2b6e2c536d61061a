import { answerCalls } from './worker-bridge.ts';
import { checks, runKnownAnswerTest } from './checks.ts';

// A hasher that does not reproduce the published vectors must not answer: the worker fails to start, and
// every check is a VerifierError.
runKnownAnswerTest();
void answerCalls(checks, self);
