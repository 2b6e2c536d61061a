import { createDirectMount } from '../mock/hosts/browser/direct-mount.ts';
import { answerCalls } from '../verify/worker-bridge.ts';

// The worker of a page that serves the bundled registers and opened files. It stands here because it joins the mock to the bridge of verify, which the mock does not know.
void answerCalls(createDirectMount(), self);
