import { ApiError, isNotFound } from '../api/api-error.ts';
import { IncompleteListError } from '../log/pages.ts';

/** Failure describes an error to a reader: what failed, where, and whether trying again may help. It is never a verdict. */
export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly address?: string;
  readonly notFound: boolean;
  /** false if no request failed: the answers are incomplete or contradict each other. */
  readonly request?: false;
}

/** describeFailure describes anything thrown; unknown errors keep their own text. */
export function describeFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof IncompleteListError)
    return {
      title: 'The list of entries is incomplete',
      message: error.message,
      notFound: false,
      request: false,
    };
  if (!(error instanceof ApiError)) {
    const done = error.name === 'VerifierError' ? 'checked' : 'done';
    // A worker that refuses an answer does not know its address, which the caller adds.
    const address = 'address' in error && typeof error.address === 'string' ? error.address : undefined;
    return {
      title: `This could not be ${done}`,
      message: error.message,
      ...(address !== undefined && { address }),
      notFound: false,
    };
  }
  const notFound = error.code === 'HTTP_STATUS' && isNotFound(error);
  return { title: titleOf(error, notFound), message: error.message, address: error.address, notFound };
}

function titleOf(error: ApiError, notFound: boolean): string {
  switch (error.code) {
    case 'NETWORK':
      return 'The register could not be reached';
    case 'TIMEOUT':
      return 'The register took too long to answer';
    case 'HTTP_STATUS':
      return notFound
        ? 'This register does not have this'
        : `The answer has status ${error.status ?? 'unknown'}`;
    case 'NOT_JSON':
      return 'The answer is not JSON';
    case 'BAD_SHAPE':
      return 'The answer is not valid';
    case 'UNSUPPORTED':
      return 'This register’s API cannot answer that';
    case 'TOO_LARGE':
      return 'The answer is too large to take in';
  }
}
