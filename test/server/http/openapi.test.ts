// The description holds every route, and every call that clients of the product rely on.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS } from '#server/openapi/answers.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema>; required?: string[] };
type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};
type Description = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let server: TestServer;
let description: Description;
let text = '';

beforeAll(async () => {
  server = await startTestServer();
  const answer = await server.app.inject('/api/openapi.json');
  text = answer.body;
  description = answer.json();
});
afterAll(() => server.close());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );

/** Written by hand: the calls that clients rely on, not what the code happens to register. */
const CALLS = `
GET /health
GET /sanctum/csrf-cookie
GET /api/human-verification
POST /login
POST /forgot-password
POST /reset-password
POST /logout
GET /api/user
GET /api/dashboard/home
GET /api/documents
GET /api/documents/{id}
POST /api/documents
PATCH /api/documents/{id}
GET /api/documents/get-file-content/{id}
POST /api/documents/{id}/views
GET /api/models
GET /api/models/{id}
POST /api/models
PUT /api/models
PATCH /api/models
DELETE /api/models
GET /api/models/get-file-content/{id}
GET /api/organizations
GET /api/organizations/{id}
POST /api/organizations
PUT /api/organizations
PATCH /api/organizations
DELETE /api/organizations
GET /api/users
GET /api/users/{id}
POST /api/users
PUT /api/users
PATCH /api/users
DELETE /api/users
GET /api/roles
GET /api/alerts
GET /api/alerts/{id}
POST /api/alerts
PUT /api/alerts
PATCH /api/alerts
DELETE /api/alerts
GET /api/document-subjects
GET /api/document-subjects/{id}
POST /api/document-subjects
PUT /api/document-subjects
PATCH /api/document-subjects
DELETE /api/document-subjects
PATCH /api/profile
PATCH /api/tenants
PATCH /api/profile/fcm-token
GET /api/sync/changes
GET /api/sync/documents
GET /api/sync/receipts/{key}
DELETE /api/sync/receipts/{key}
GET /api/receipt-keys/{id}
PUT /api/sync/uploads/{key}/{file}
PATCH /api/sync/uploads/{key}/{file}
GET /api/events
GET /api/push/public-key
GET /api/openapi.json
`
  .trim()
  .split('\n');

describe('/api/openapi.json', () => {
  it('the description has every call that clients rely on', () => {
    expect(operations().map(({ name }) => name)).toEqual(expect.arrayContaining(CALLS));
  });

  it('the description has every registered route, each with a described answer', () => {
    const routes = [...server.app.routeTable].flatMap(([url, methods]) =>
      [...methods.keys()].map((method) => `${method} ${url}`),
    );
    const names = operations().map(({ name }) => name);
    expect(routes.map((name) => name.replace(/:(\w+)/g, '{$1}')).filter((name) => !names.includes(name))).toEqual([]);
    expect(routes.filter((name) => ANSWERS[name] === undefined)).toEqual([]);
    expect(Object.keys(ANSWERS).filter((name) => !routes.includes(name))).toEqual([]);
  });

  it('the description is well formed: unique names, declared path parameters, one success, valid references', () => {
    expect(description.openapi).toBe('3.1.0');
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation, name } of operations()) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
      expect([name, declared]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])]);
      expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(operation.summary).toMatch(/\.$/);
    }
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(operations().length);
    expect([...new Set(references)].filter((name) => description.components.schemas[name] === undefined)).toEqual([]);
    expect(text).not.toContain('$defs');
  });

  it('the description takes requests and answers from the schemas that validate them', () => {
    const create = description.paths['/api/documents']?.['post'];
    const body = create?.requestBody?.content['multipart/form-data']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(
      expect.arrayContaining(['document_subject_id', 'organization_ids', 'limit_date', 'tags', 'files[]']),
    );
    expect(body?.required).toContain('title');
    expect(body?.required).not.toContain('tags');
    expect(create?.responses['201']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/DocumentWriteAnswer',
    });
    expect(body?.properties).toHaveProperty('staged_files');
    expect(create?.requestBody?.content['application/json']?.schema.properties).toHaveProperty('staged_files');
    const part = description.paths['/api/sync/uploads/{key}/{file}']?.['patch'];
    expect(Object.keys(part?.requestBody?.content ?? {})).toEqual(['application/octet-stream']);
    expect(part?.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(['offset', 'sha256']));
    expect(description.components.schemas['DocumentFull']?.required).toContain('abilities');
    expect(create?.responses['422']?.content?.['application/json']?.schema?.$ref).toBe(
      '#/components/schemas/ErrorBody',
    );
  });
});
