import type { ConformanceCase } from './case.ts';
import { DOCUMENT_CASES } from './document-cases.ts';
import { ODD_CASES, REQUEST_CASES } from './request-cases.ts';
import { SWITCH_CASES } from './switch-cases.ts';

/** CONFORMANCE_CASES hold wherever the mock server runs; run each with runCase (case.ts). Those of the register `odd` need a server that has it. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  ...DOCUMENT_CASES,
  ...REQUEST_CASES,
  ...ODD_CASES,
  ...SWITCH_CASES,
];
