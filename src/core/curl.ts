/** CurlRequest is a request without a body. */
interface CurlRequest {
  readonly address: string;
  readonly method?: 'GET' | 'HEAD';
  readonly accept?: string;
}

/** toCurl writes the request as a command for a POSIX shell. `accept` is JSON by default. */
export function toCurl({ address, method = 'GET', accept = 'application/json' }: CurlRequest): string {
  const quoted = `'${address.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
  return `curl --globoff --location ${method === 'HEAD' ? '--head ' : ''}--header 'Accept: ${accept}' ${quoted}`;
}
