/**
 * FakeWorker is a worker on a message channel: the same messages, cloned the same way, without a thread.
 * `answer` handles its messages; without it the worker never answers.
 */
export class FakeWorker {
  terminated = false;
  /** Whether messages no longer reach it. */
  stuck = false;
  readonly #channel = new MessageChannel();
  readonly #events = new EventTarget();

  constructor(answer?: (port: MessagePort) => void) {
    this.#channel.port1.start();
    this.#channel.port2.start();
    answer?.(this.#channel.port2);
  }

  postMessage(message: unknown, moved: Transferable[] = []): void {
    if (!this.stuck) this.#channel.port1.postMessage(message, moved);
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    const target: EventTarget = type === 'message' ? this.#channel.port1 : this.#events;
    target.addEventListener(type, listener as EventListener);
  }

  terminate(): void {
    this.terminated = true;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }

  crash(type = 'error'): void {
    this.#events.dispatchEvent(Object.assign(new Event(type), { message: 'out of memory' }));
  }
}
