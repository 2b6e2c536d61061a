import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { Variant } from '../core/model.ts';
import { ENDPOINTS, type Endpoint, MEDIA_TYPE, placeholdersOf, PROOF_IDENTIFIER } from './endpoints.ts';
import { FORM_WORDS, SCHEMAS, type Schema } from './schemas.ts';

/** A parameter's type and range, as JSON Schema writes them. */
interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: number;
}

type Parameter = readonly [description: string, schema: ParameterSchema];

const text: ParameterSchema = { type: 'string', minLength: 1 };
const position: ParameterSchema = { type: 'integer', minimum: 1 };
/** The greatest page is that of the reference server. */
const length: ParameterSchema = { ...position, maximum: 5000, default: 100 };

/** PATH_PARAMETERS are the placeholders of the paths, by name. */
const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  key: ['The key of a record.', text],
  'attribute-name': ['The name of an attribute of the data.', text],
  'attribute-value': [
    'The whole value, as text. The value "entries" cannot be asked for: its address is a trail.',
    text,
  ],
  'entry-number': ['The position of an entry in the log, from 1.', position],
  'log-size': ['A size that the log has had. A snapshot may be of size 0.', { type: 'integer', minimum: 0 }],
  'small-log-size': ['The size of the shorter log.', position],
  'large-log-size': ['The size of the longer log. Equal sizes have an empty proof.', position],
  'proof-identifier': ['How the proof is computed.', { type: 'string', enum: [PROOF_IDENTIFIER] }],
  'item-hash': ['The hash of an item.', { type: 'string', pattern: '^sha-256:[0-9a-f]{64}$' }],
  id: ['The hash of a blob.', { type: 'string', pattern: '^1220[0-9a-f]{64}$' }],
};

/** QUERY_PARAMETERS are the query parameters, by name. */
const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  name: ['The name of an attribute.', text],
  value: ['The whole value of that attribute.', { type: 'string' }],
  start: ['The number of the entry with which the list begins.', { ...position, default: 1 }],
  limit: ['The most entries to send.', length],
  cursor: ['From a next link. Opaque.', text],
  'page-index': ['Which page to send.', { ...position, default: 1 }],
  'page-size': ['The length of a page.', length],
};

/** OpenApiPlace says where the API is served. */
interface OpenApiPlace {
  /** The base address, `{register}` standing for the name of a register. */
  readonly server: string;
  /** The names of the registers there; at least one. */
  readonly registers: readonly string[];
}

const INFO = {
  item: {
    version: 'v2',
    description: 'The current variant of the Append-Only Register Read API: a register holds items.',
  },
  blob: {
    version: 'earlier',
    description:
      'The blobs API of the Append-Only Register Read API, the earlier one: a register holds blobs.',
  },
};

const REFUSALS = {
  400: ['BadRequest', 'A parameter is malformed or out of range.'],
  404: ['NotFound', 'There is no such thing.'],
} as const;

const JSON_SCHEMA = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/**
 * openApiOf describes a variant in OpenAPI 3.1, as JSON. The document names no failures: refusals
 * are as servers send them.
 */
export function openApiOf(variant: Variant, { server, registers }: OpenApiPlace): object {
  const endpoints = ENDPOINTS[variant];
  const paths = new Set(endpoints.map(({ path }) => path));
  return {
    openapi: '3.1.0',
    info: { title: 'Append-Only Register Read API', ...INFO[variant] },
    servers: [{ url: server, variables: { register: { default: registers[0], enum: registers } } }],
    tags: [...new Set(endpoints.map(({ section }) => section))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...paths].map((path) => {
        const own = endpoints.filter((endpoint) => endpoint.path === path);
        return [path, { get: operationOf(variant, path, own) }];
      }),
    ),
    components: {
      schemas: {
        ...toJsonSchemaDefs(SCHEMAS[variant].parts, JSON_SCHEMA),
        Problem: {
          type: 'object',
          properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
        },
      },
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(([name, description]) => [
          name,
          {
            description,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

/** operationOf describes the endpoints that share a path: parameters that only some need are optional. */
function operationOf(variant: Variant, path: string, endpoints: readonly Endpoint[]): object {
  const queries = new Set(endpoints.flatMap(({ query }) => query));
  const links = new Set(endpoints.flatMap((endpoint) => endpoint.links));
  const [first] = endpoints;
  return {
    operationId: first?.id,
    tags: [first?.section],
    summary: first?.title,
    description: endpoints.map(({ id }) => FORM_WORDS[variant][id]).join(' '),
    parameters: [
      ...placeholdersOf(path).map((name) => parameterOf(name, 'path', PATH_PARAMETERS[name])),
      ...[...queries].map((name) => parameterOf(name, 'query', QUERY_PARAMETERS[name])),
    ],
    responses: {
      200: {
        description: endpoints.map(({ title }) => title).join('. '),
        ...(links.size > 0 && {
          headers: {
            Link: {
              description: `RFC 8288. Relations: ${[...links].join(', ')}.`,
              schema: { type: 'string' },
            },
          },
        }),
        content: {
          [MEDIA_TYPE]: {
            schema: schemaOf(variant, SCHEMAS[variant].answers[first?.resource ?? 'entries']),
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, [name]]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

function parameterOf(name: string, place: 'path' | 'query', [description, schema]: Parameter = ['', text]) {
  return { name, in: place, required: place === 'path', description, schema };
}

/** schemaOf writes the schema of an answer, with references to its parts. */
function schemaOf(variant: Variant, schema: Schema): object {
  const { parts } = SCHEMAS[variant];
  const name = Object.entries(parts).find(([, part]) => part === schema)?.[0];
  if (name !== undefined) return { $ref: JSON_SCHEMA.overrideRef({ referenceId: name }) };
  const { $schema: _, $defs: __, ...written } = toJsonSchema(schema, { ...JSON_SCHEMA, definitions: parts });
  return written;
}
