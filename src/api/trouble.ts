import { ApiError, type ApiErrorCode } from './api-error.ts';

type Words = typeof import('./failures.ts');

/** Trouble is a failure before it is put into words. The words are fetched when something fails: most pages are read without any. */
export class Trouble {
  readonly code: ApiErrorCode;
  readonly #say: (words: Words, address: string, status: number) => ApiError;

  constructor(code: ApiErrorCode, say: (words: Words, address: string, status: number) => ApiError) {
    this.code = code;
    this.#say = say;
  }

  /** inWords is the failure as an ApiError; a short one where the words cannot be had, because the page's own server does not answer either. */
  async inWords(address: string, status: number | undefined): Promise<ApiError> {
    try {
      return this.#say(await import('./failures.ts'), address, status ?? 0);
    } catch {
      const { host } = new URL(address);
      const message = `The request to ${host} failed. Check the address and your connection, then try again.`;
      return new ApiError(this.code, message, { address, status });
    }
  }
}
