import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { Variant } from '../core/model.ts';
import {
  ENDPOINTS,
  type Endpoint,
  MEDIA_TYPE,
  PATH_PARAMETERS,
  placeholdersOf,
  QUERY_PARAMETERS,
} from './endpoints.ts';
import { SCHEMAS, type Schema } from './schemas.ts';

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

/** openApiOf describes a variant in OpenAPI 3.1, as JSON. The document names no failures: refusals are as servers send them. */
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
    description: endpoints.map(({ quote }) => quote).join(' '),
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

function parameterOf(
  name: string,
  place: 'path' | 'query',
  [description, schema]: readonly [string, object],
) {
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
