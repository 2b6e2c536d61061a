import type { Variant } from '../../core/model.ts';
import { type ConformanceCase, same } from './case.ts';

const CSV = 'text/csv;charset=UTF-8';
const PATH = '/entries?limit=1';

type HttpCase = Omit<ConformanceCase, 'variant' | 'endpoint' | 'path'> & { readonly path?: string };

function accepts(accept: string, type: string): HttpCase {
  return { title: `answers Accept: ${accept.slice(0, 60)} with ${type}`, headers: { accept }, type };
}

const CASES: readonly HttpCase[] = [
  accepts('*/*', 'application/json'),
  accepts('application/json;charset=utf-8', 'application/json'),
  accepts('text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'),
  accepts('text/csv', CSV),
  accepts('text/*', CSV),
  accepts('application/json;q=0.5, text/csv', CSV),
  accepts('text/csv;q=0.5, application/json', 'application/json'),
  accepts('application/json;q=0, */*', CSV),
  { title: 'answers a request without Accept in JSON', headers: {} },
  { title: 'lets a suffix beat Accept', path: '/entries.json?limit=1', headers: { accept: 'text/csv' } },
  { title: 'takes .csv on any resource', path: '/entries/1.csv', headers: {}, type: CSV },
  ...['text/html', 'image/png', 'application/json;q=0', 'nonsense', ',;=,', 'application/problem+json'].map(
    (accept): HttpCase => ({ title: `refuses Accept: ${accept}`, headers: { accept }, status: 406 }),
  ),
  {
    title: 'answers HEAD with the headers alone',
    method: 'HEAD',
    text: '',
    check: ({ headers }) => same('link' in headers, true, 'Link is there'),
  },
  {
    title: 'lets pages of any origin read the answer and its Link',
    check: ({ headers }) => {
      same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin');
      same(headers['access-control-expose-headers'], 'Link', 'Access-Control-Expose-Headers');
      same(headers['vary'], 'Accept', 'Vary');
    },
  },
  {
    title: 'lets pages of any origin read an error',
    path: '/entries/0',
    status: 404,
    check: ({ headers }) => same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin'),
  },
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method): HttpCase => ({
    title: `refuses ${method} and says what is allowed`,
    method,
    status: 405,
    check: ({ headers }) => same(headers['allow'], 'GET, HEAD, OPTIONS', 'Allow'),
  })),
];

const NEITHER: readonly Omit<ConformanceCase, 'variant' | 'path'>[] = [
  {
    endpoint: 'any',
    title: 'is a problem that names the paths there are',
    status: 404,
    check: ({ body }) => {
      const problem = JSON.parse(body) as Record<string, unknown>;
      same(Object.keys(problem), ['type', 'title', 'status', 'detail', 'paths'], 'members');
      same(
        [problem['type'], problem['title'], problem['status']],
        ['about:blank', 'Not Found', 404],
        'problem',
      );
    },
  },
];

function casesOf(variant: Variant): ConformanceCase[] {
  const others =
    variant === 'item'
      ? ['/context', '/blobs', '/snapshots/1', '/proofs/register']
      : ['/register', '/items', '/proof/register/merkle:sha-256', '/records/name/Earth'];
  return [
    ...CASES.map((testCase) => Object.assign({ variant, endpoint: 'any', path: PATH }, testCase)),
    ...['', '/', '/x', '//', ...others].flatMap((path) =>
      NEITHER.map((testCase) =>
        Object.assign({ variant, path }, testCase, { title: `${path} ${testCase.title}` }),
      ),
    ),
    {
      variant,
      endpoint: 'any',
      title: 'answers a preflight',
      path: '/records',
      method: 'OPTIONS',
      status: 204,
      type: null,
      check: ({ headers }) => {
        same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin');
        same(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Methods');
      },
    },
  ];
}

/** HTTP_CASES cover methods, content negotiation, CORS and errors, which the API document leaves open. */
export const HTTP_CASES: readonly ConformanceCase[] = [...casesOf('item'), ...casesOf('blob')];
