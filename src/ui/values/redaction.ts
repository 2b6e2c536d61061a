/** redactionOf reads a value that the register withholds: a marker, `**REDACTED**` or `[REDACTED]`, followed by a hash or another hexadecimal text. Undefined where the value is an ordinary one. */
export function redactionOf(value: string): string | undefined {
  return /^(?:\*\*REDACTED\*\*|\[REDACTED\])([0-9a-f]{8,128})$/.exec(value)?.[1];
}
