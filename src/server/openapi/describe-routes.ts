// Describes every route from the declaration and the schemas by which the server answers it, so
// that the description can't differ from the server.

import type * as v from 'valibot';
import { StagedFilesInput } from '#contract/uploads.ts';
import { PART_TYPE } from '../http/forms/read-body.ts';
import type { AnyRoute } from '../http/route-declaration.ts';
import { ANSWERS, COMPONENTS, type Answer } from './answers.ts';
import { toJsonSchema } from '@valibot/to-json-schema';

const ERROR = { $ref: '#/components/schemas/ErrorBody' };

const COMMAND_HEADERS: readonly JsonObject[] = [
  ['Idempotency-Key', 'uuid', 'Makes the write happen once, however often it is sent.'],
  ['X-Attempt', undefined, 'How often the device has sent it, this time included; what was withdrawn is told by it.'],
  ['X-Performed-At', 'date-time', 'When it was done on the device.'],
  [
    'X-Login',
    'uuid',
    'The login (login_id of GET /api/user) it was made under, when that is not the one it is sent under.',
  ],
  ['X-Acting-User', undefined, 'Id of the person it is sent for; another session refuses it.'],
].map(([name, format, description]) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...(format === undefined ? {} : { format }) },
}));

/** An OpenAPI 3.1 document of the routes. */
export function describeRoutes(routes: readonly AnyRoute[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const one of routes) {
    const path = one.url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[one.method.toLowerCase()] = operationOf(one);
  }
  Object.assign(paths, HEALTH_PATHS);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Malote',
      version: '1',
      description:
        'Writes carry the cookie XSRF-TOKEN, URL-decoded, in X-XSRF-TOKEN. PUT, PATCH and DELETE may also be sent as POST with a field _method. Bodies may be JSON, urlencoded or multipart; arrays also as repeated or indexed names (organization_ids[], user_ids[0]).',
    },
    paths,
    components: {
      schemas: Object.fromEntries(Object.keys(COMPONENTS).map((name) => [name, componentSchema(name)])),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'malote_session' } },
    },
  };
}

function operationOf(one: AnyRoute): JsonObject {
  const isWrite = one.method !== 'GET';
  const parameters = [...parametersOf(one, 'path'), ...parametersOf(one, 'query'), ...(isWrite ? COMMAND_HEADERS : [])];
  const permission = one.access === 'public' || one.access === 'authenticated' ? null : one.access;
  return {
    operationId:
      one.method.toLowerCase() +
      one.url
        .split(/[/:.-]+/)
        .map(capitalised)
        .join(''),
    summary: one.summary,
    ...(permission === null ? {} : { 'x-permission': permission }),
    security: one.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(one.body === undefined && one.files === undefined ? {} : { requestBody: requestBodyOf(one) }),
    responses: responsesOf(one, isWrite),
  };
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function parametersOf(one: AnyRoute, where: 'path' | 'query'): JsonObject[] {
  const schema = where === 'path' ? one.params : one.query;
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as { properties?: JsonObject; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBodyOf(one: AnyRoute): JsonObject {
  // The body is the bytes of the part, without a form around them.
  if (one.files?.accept === 'parts') return { content: { [PART_TYPE]: {} } };
  const fields = one.body === undefined ? { type: 'object' } : inputSchema(one.body);
  if (one.files === undefined) {
    return {
      content: {
        'application/json': { schema: fields },
        'application/x-www-form-urlencoded': { schema: fields },
        'multipart/form-data': { schema: fields },
      },
    };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const isList = one.files.accept === 'documents';
  // A request may name files that were sent ahead, in the place of files (S101).
  const staged = (inputSchema(StagedFilesInput) as { properties: JsonObject }).properties;
  const properties = {
    ...(fields as { properties?: JsonObject }).properties,
    [isList ? `${one.files.field}[]` : one.files.field]: isList ? { type: 'array', items: file } : file,
    ...(isList ? staged : {}),
  };
  const named = { ...(fields as { properties?: JsonObject }).properties, ...(isList ? staged : {}) };
  return {
    content: {
      'multipart/form-data': { schema: { ...fields, properties } },
      'application/json': { schema: { ...fields, properties: named } },
    },
  };
}

function responsesOf(one: AnyRoute, isWrite: boolean): JsonObject {
  const answer = ANSWERS[`${one.method} ${one.url}`] ?? { status: 200 };
  const refusals: [number, string][] = [
    ...(one.access === 'public' ? [] : ([[401, 'Nobody is logged in.']] as [number, string][])),
    ...(one.access === 'public' ? [] : ([[403, 'Known, but not allowed.']] as [number, string][])),
    ...(one.params === undefined
      ? []
      : ([[404, 'Outside the tenant or the sight of the person.']] as [number, string][])),
    ...(isWrite ? ([[409, 'A conflict, or the same key is at work.']] as [number, string][]) : []),
    ...(isWrite ? ([[419, 'The CSRF token is missing or wrong.']] as [number, string][]) : []),
    [422, 'Messages in Portuguese by field.'],
    [429, 'Too much; Retry-After says how long to wait.'],
    [503, 'Busy; Retry-After says how long to wait.'],
  ];
  return {
    [answer.status]: successOf(answer),
    ...Object.fromEntries(
      refusals.map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: ERROR } } },
      ]),
    ),
  };
}

function successOf({ status, schema, contentType }: Answer): JsonObject {
  const description = status === 201 ? 'Created.' : status === 204 ? 'Done; no body.' : 'The answer.';
  if (schema === undefined && contentType === undefined) return { description };
  const media = schema === undefined ? {} : { schema: outputSchema(schema) };
  return { description, content: { [contentType ?? 'application/json']: media } };
}

const LAST_SUCCESS: JsonObject = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When it last succeeded; null: never.',
};

const CHECKED: JsonObject = {
  security: [],
  responses: {
    200: {
      description: 'All work.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              status: { enum: ['ok', 'full'] },
              part: { type: 'string', description: 'What has no room; reading goes on.' },
              version: { type: 'string' },
              last_backup: LAST_SUCCESS,
              last_verify: LAST_SUCCESS,
            },
          },
        },
      },
    },
    503: {
      description: 'One is away.',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { status: { const: 'unavailable' }, part: { type: 'string' } } },
        },
      },
    },
  },
};

const HEALTH_PATHS: Readonly<Record<string, JsonObject>> = {
  '/health': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the server, its database and its file store work.',
      ...CHECKED,
    },
  },
  '/health/ready': {
    get: { operationId: 'getHealthReady', summary: 'The same; 503 also once the server is about to stop.', ...CHECKED },
  },
  '/health/live': {
    get: {
      operationId: 'getHealthLive',
      summary: 'Whether the process answers, and its version.',
      security: [],
      responses: {
        200: {
          description: 'It does.',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { status: { const: 'ok' }, version: { type: 'string' } } },
            },
          },
        },
      },
    },
  },
};

type JsonObject = Record<string, unknown>;

const settings = {
  target: 'draft-2020-12',
  // Checks written in code (real dates, rules) have no form in JSON Schema and are left out. The
  // rest of the schema is described.
  errorMode: 'ignore',
  definitions: { ...COMPONENTS },
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** What a client may send, before values are coerced. */
function inputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'input' }));
}

/** What the server answers; components are given by reference. */
function outputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'output' }));
}

/** The schema of a component itself, written out. */
function componentSchema(name: string): JsonObject {
  const { [name]: own, ...others } = COMPONENTS;
  if (own === undefined) throw new Error(`no component ${name}`);
  return strip(toJsonSchema(own, { ...settings, definitions: others, typeMode: 'output' }));
}

/**
 * Removes from one schema what the whole description has once: the dialect and the shared
 * definitions.
 */
function strip(schema: object): JsonObject {
  const { $schema: _dialect, $defs: _definitions, ...own } = schema as JsonObject;
  return own;
}
