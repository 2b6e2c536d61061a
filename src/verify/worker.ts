import { answerCalls } from './calls.ts';
import { checks } from './checks.ts';
import { proveSelf } from './prove-self.ts';

// A hasher that does not reproduce the published vectors must not answer: the worker fails to start, and every check is a VerifierError.
proveSelf();
answerCalls(checks, self);
