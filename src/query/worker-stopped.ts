/** WorkerStopped says that a worker of this page crashed or was stuck. It is never a finding about a register. */
export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped';
}
