import type { Answer, Call } from '../call.ts';
import { parseDigits } from '../http/digits.ts';
import type { Row } from '../http/json.ts';
import { badRequest, notFound, quoted } from '../http/problem.ts';
import { PROOF_IDENTIFIER } from '../shape/item-shape.ts';

/** registerProof answers /proof/register/{id} and /proofs/register. */
export function registerProof(call: Call, identifier = PROOF_IDENTIFIER): Answer {
  requireIdentifier(identifier);
  return answerRow(call.shape.registerProof(call.proofs.head(), call.manner));
}

/** consistencyProof answers /proof/consistency/{small}/{large}/{id} and /proofs/consistency/{small}/{large}. Equal sizes: an empty path. */
export function consistencyProof(
  call: Call,
  small: string,
  large: string,
  identifier = PROOF_IDENTIFIER,
): Answer {
  requireIdentifier(identifier);
  const to = sizeOf(large, 'The larger log size', call);
  const from = within(small, 'The smaller log size', to);
  return answerRow(call.shape.consistencyProof(call.proofs.consistency(from, to)));
}

/** entryProof answers /proof/entries/{entry-number}/{log-size}/{id} and /proofs/entries/{entry-number}/{log-size}. */
export function entryProof(call: Call, entry: string, size: string, identifier = PROOF_IDENTIFIER): Answer {
  requireIdentifier(identifier);
  const logSize = sizeOf(size, 'The log size', call);
  const entryNumber = within(entry, 'The entry number', logSize);
  const path = call.proofs.entry(entryNumber, logSize);
  return answerRow(call.shape.entryProof(entryNumber, path, call.manner));
}

/** entryProofSpelled makes the two spellings of the path of an entry proof exclude each other. */
export function entryProofSpelled(spelling: 'entries' | 'entry') {
  return (call: Call, entry: string, size: string): Answer => {
    if (call.manner.proofSegment !== spelling)
      throw notFound('This server spells the path of an entry proof otherwise.');
    return entryProof(call, entry, size);
  };
}

function requireIdentifier(identifier: string): void {
  if (identifier !== PROOF_IDENTIFIER)
    throw notFound(`The only proof identifier is ${PROOF_IDENTIFIER}, not ${quoted(identifier)}.`);
}

function sizeOf(text: string, what: string, { log }: Call): number {
  return within(text, what, log.size);
}

/** A proof's numbers ask for a calculation, so that one out of range is a bad request rather than a missing thing (wire notes). */
function within(text: string, what: string, most: number): number {
  const number = parseDigits(text);
  if (number === undefined || number < 1 || number > most)
    throw badRequest(`${what} is a whole number from 1 to ${most}, not ${quoted(text)}.`);
  return number;
}

function answerRow(row: Row): Answer {
  return { json: () => row, table: () => ({ columns: [...row.keys()], rows: [row] }) };
}
