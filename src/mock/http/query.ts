import { parseDigits } from './digits.ts';
import { badRequest, quoted } from './problem.ts';

/** single reads a query parameter that may be given at most once. @throws Problem 400 */
export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badRequest(`The parameter ${name} is given ${values.length} times.`);
  return values[0];
}

/** integerParameter reads a whole number from `least` to `most`, or the fallback where the parameter is absent. @throws Problem 400 */
export function integerParameter(
  query: URLSearchParams,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = single(query, name);
  if (text === undefined) return fallback;
  const number = parseDigits(text);
  if (number === undefined || number < least || number > most)
    throw badRequest(
      `The parameter ${name} takes a whole number from ${least} to ${most}, not ${quoted(text)}.`,
    );
  return number;
}
