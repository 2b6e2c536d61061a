import type { Answer, Call } from '../call.ts';
import { notFound } from '../http/problem.ts';

/** summary answers /register and /context. */
export function summary({ log, proofs, shape, manner }: Call): Answer {
  if (!manner.summary) throw notFound('This server has no summary of the register.');
  const row = shape.summary(log, () => proofs.head(), manner);
  return { json: () => row, table: () => ({ columns: [...row.keys()], rows: [row] }) };
}
