import type { ConformanceCase } from './case.ts';
import { ENDPOINT_CASES } from './endpoint-cases.ts';
import { FAULT_CASES } from './fault-cases.ts';
import { PROOF_CASES } from './proof-cases.ts';
import { RECORD_CASES, SNAPSHOT_CASES } from './record-cases.ts';
import { HOSTILE_CASES, HTTP_CASES, ODD_CASES } from './request-cases.ts';
import { DATA_CASES, ENTRY_CASES, SUMMARY_CASES } from './resource-cases.ts';
import { SWITCH_CASES } from './switch-cases.ts';

/** CONFORMANCE_CASES hold wherever the mock server runs; run each with runCase (case.ts). Those of the register `odd` need a mount that serves it. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  ...RECORD_CASES,
  ...ENTRY_CASES,
  ...DATA_CASES,
  ...PROOF_CASES,
  ...SNAPSHOT_CASES,
  ...SUMMARY_CASES,
  ...ODD_CASES,
  ...HTTP_CASES,
  ...SWITCH_CASES,
  ...FAULT_CASES,
  ...ENDPOINT_CASES,
  ...HOSTILE_CASES,
];

/** ENDPOINT_NAMES are the 26 endpoints of the API document; each has at least one case. */
export const ENDPOINT_NAMES: readonly string[] = [
  'v2 /records/{key}',
  'v2 /records',
  'v2 /records/{key}/entries',
  'v2 /records/{attribute}/{value}',
  'v2 /entries/{entry-number}',
  'v2 /entries',
  'v2 /proof/register/{id}',
  'v2 /proof/consistency/{small}/{large}/{id}',
  'v2 /proof/entries/{n}/{size}/{id}',
  'v2 /items/{item-hash}',
  'v2 /items',
  'v2 /register',
  'earlier /records/{key}',
  'earlier /records',
  'earlier /records?name&value',
  'earlier /records/{key}/entries',
  'earlier /entries/{entry-number}',
  'earlier /entries',
  'earlier /proofs/register',
  'earlier /proofs/consistency/{small}/{large}',
  'earlier /proofs/entries/{n}/{size}',
  'earlier /blobs/{id}',
  'earlier /blobs',
  'earlier /snapshots/{size}',
  'earlier /snapshots/{size}/{key}',
  'earlier /context',
];
