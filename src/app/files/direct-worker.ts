import { createDirectMount } from '../../mock/hosts/browser/direct-mount.ts';
import { answerCalls } from '../../verify/worker-bridge.ts';

// The worker of a page that serves the bundled registers and opened files. It is here because it joins the
// mock and the bridge of verify, which the mock must not import.
void answerCalls(createDirectMount(), self);
