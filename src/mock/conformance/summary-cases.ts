import { type ConformanceCase, same } from './case.ts';

/** SUMMARY_CASES cover the API document's "Register" and "Context". */
export const SUMMARY_CASES: readonly ConformanceCase[] = [
  {
    variant: 'item',
    endpoint: '/register',
    title: 'has the fields of the API document and a title, counts as numbers',
    path: '/register',
    check: ({ body }) => {
      const register = JSON.parse(body) as Record<string, unknown>;
      same(
        Object.keys(register),
        ['domain', 'total-entries', 'total-records', 'register-record', 'custodian', 'last-updated'],
        'properties',
      );
      same([register['total-entries'], register['total-records']], [15, 9], 'counts');
      same(register['last-updated'], '2025-03-31T10:03:40Z', 'last-updated');
      const record = register['register-record'] as Record<string, unknown>;
      same(
        Object.keys(record),
        ['fields', 'phase', 'register', 'registry', 'text', 'title'],
        'register-record',
      );
      same(record['fields'], ['planet', 'name', 'moons', 'discovered', 'text', 'end-date'], 'fields');
    },
  },
  {
    variant: 'blob',
    endpoint: '/context',
    title: 'has the fields of the API document, and the root hash of the register proof',
    path: '/context',
    check: async ({ body }, get) => {
      const context = JSON.parse(body) as Record<string, unknown>;
      same(
        Object.keys(context).sort(),
        [
          'copyright',
          'custodian',
          'description',
          'hashing-algorithm',
          'id',
          'licence',
          'root-hash',
          'schema',
          'statistics',
          'status',
          'title',
        ],
        'properties',
      );
      same(
        context['hashing-algorithm'],
        { 'digest-length': 32, 'function-type': 18, codec: 'sha2-256' },
        'hashing-algorithm',
      );
      same(
        context['statistics'],
        { 'total-entries': 15, 'total-blobs': 15, 'total-records': 9 },
        'statistics',
      );
      same(context['status'], { 'start-date': '2006-01' }, 'status');
      const schema = context['schema'] as Record<string, unknown>[];
      same(
        [schema[2]?.['id'], schema[2]?.['datatype'], schema[2]?.['cardinality']],
        ['moons', 'integer', '1'],
        'schema',
      );
      const proof = (await get('/proofs/register')) as Record<string, unknown>;
      same(context['root-hash'], proof['root-hash'], 'root-hash');
    },
  },
  ...(['item', 'blob'] as const).map((variant): ConformanceCase => ({
    variant,
    switches: '+no-summary',
    endpoint: variant === 'item' ? '/register' : '/context',
    title: 'is not found',
    path: variant === 'item' ? '/register' : '/context',
    status: 404,
  })),
];
