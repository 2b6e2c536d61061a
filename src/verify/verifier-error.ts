/**
 * VerifierErrorCode says what became of the worker. CRASHED: it could not be started, or died. TIMEOUT: it gave no answer within the time limit.
 * CLOSED: the verifier was closed. FAILED: one check threw, which is a bug of this program.
 */
export type VerifierErrorCode = 'CRASHED' | 'TIMEOUT' | 'CLOSED' | 'FAILED';

/** VerifierError says that a check was not made. It is never a finding about the register. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
  readonly code: VerifierErrorCode;

  constructor(code: VerifierErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
