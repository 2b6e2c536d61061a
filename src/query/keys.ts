import type { RegisterSession } from './session.ts';

/** CHECK marks the query keys whose data is a verdict; the seal in the page's head reads them all. */
export const CHECK = 'check';

/** queryKey starts every key with the register's id, so that two registers never share a cached answer. */
export function queryKey(
  session: RegisterSession,
  ...rest: readonly (string | number | null)[]
): readonly (string | number | null)[] {
  return [session.id, ...rest];
}
