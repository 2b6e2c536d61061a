import { type BulkHasher, createBulkHasher } from './bulk-hasher.ts';
import { digestEntries } from './digest-entries.ts';
import { digestItems } from './digest-items.ts';
import { free } from './free.ts';
import type { AnswerTo, Hello, Job, Jobs, PageDecoder } from './job-types.ts';
import { findRule, readLeaf } from './one-entry.ts';
import { proveJobs } from './prove-jobs.ts';
import { EntryColumns } from './scan-entries.ts';
import { SubtreeFold } from './subtree-fold.ts';

/** createJobs makes what a worker of the audit does. It keeps nothing between jobs but buffers. */
export function createJobs(hasher: BulkHasher, decoder: PageDecoder): Jobs {
  const tools = { hasher, decoder, fold: new SubtreeFold(hasher), columns: new EntryColumns() };
  return {
    entries: (job) => digestEntries(job, tools),
    items: (job) => digestItems(job, hasher, decoder),
    rule: (job) => findRule(job, decoder),
    leaf: (job) => readLeaf(job, decoder),
  };
}

/** JobPort is the part of a worker's inside that is used. */
export interface JobPort {
  postMessage(message: unknown, options?: { transfer?: Transferable[] }): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** JobCall is a job with the number that its answer will bear. */
export interface JobCall {
  readonly id: number;
  readonly job: Job;
}

/** JobReply is an answer, or the text of a fault in this program. */
export type JobReply = { readonly id: number } & (
  | { readonly answer: AnswerTo<Job> }
  | { readonly fault: string }
);

/** Broken is what a worker says that cannot compute. */
export interface Broken {
  readonly broken: string;
}

/** answerJobs serves a port: says which hasher it has, or that none computes rightly, then answers one job after the other. */
export async function answerJobs(port: JobPort, decoder: PageDecoder): Promise<void> {
  const calls: JobCall[] = [];
  let answer = (call: JobCall): void => void calls.push(call);
  // Listening begins at once, as what arrives before a listener is there is lost.
  port.addEventListener('message', ({ data }: MessageEvent<JobCall>) => answer(data));
  let hasher: BulkHasher;
  let jobs: Jobs;
  try {
    hasher = await createBulkHasher();
    jobs = createJobs(hasher, decoder);
    proveJobs(jobs);
  } catch (error) {
    return port.postMessage({ broken: messageOf(error) } satisfies Broken);
  }
  answer = ({ id, job }) => {
    try {
      const result = doJob(jobs, job);
      free(job.bytes);
      port.postMessage({ id, answer: result } satisfies JobReply, { transfer: buffersOf(result) });
    } catch (error) {
      port.postMessage({ id, fault: messageOf(error) } satisfies JobReply);
    }
  };
  port.postMessage({ hello: hasher.name } satisfies Hello);
  for (const call of calls) answer(call);
}

function doJob(jobs: Jobs, job: Job): AnswerTo<Job> {
  switch (job.kind) {
    case 'entries':
      return jobs.entries(job);
    case 'items':
      return jobs.items(job);
    case 'rule':
      return jobs.rule(job);
    case 'leaf':
      return jobs.leaf(job);
  }
}

function buffersOf(answer: AnswerTo<Job>): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const value of Object.values(answer) as unknown[])
    if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.push(value.buffer);
  return buffers;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
