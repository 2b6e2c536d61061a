/** DirectRequest is one request as it travels to the worker. */
export interface DirectRequest {
  /** Unique among the requests that are under way, to abort it by. */
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The path before `/registers`, without a slash at its end. */
  readonly basePath: string;
}

/** DirectAnswer is a response as it travels back; a broken connection is `{ status: 0 }`. */
export interface DirectAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** OpenedFile says what an RSF file turned out to hold. */
export interface OpenedFile {
  /** The name under which the register is served now, `<basePath>/registers/<name>/…`: its own and the first 8 digits of its root hash. */
  readonly name: string;
  readonly title: string;
  readonly totalEntries: number;
  readonly totalRecords: number;
}

/** FileProblem says why an RSF file cannot be opened, with the line (1-based) where one is to blame. */
export interface FileProblem {
  readonly problem: string;
  readonly line?: number;
}

/** DirectMount is what the worker offers to its page. */
export interface DirectMount {
  fetch(request: DirectRequest): Promise<DirectAnswer>;
  abort(id: number): void;
  openRsf(fileName: string, file: Blob | ReadableStream<Uint8Array>): Promise<OpenedFile | FileProblem>;
}
