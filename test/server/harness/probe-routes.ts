// Routes of tests that answer what their handler received.

import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { route } from '#server/http/route.ts';

const Body = v.object({
  title: v.optional(v.string(), ''),
  ids: v.optional(v.array(v.number()), []),
  on: v.optional(v.boolean(), false),
  tags: v.optional(v.array(v.object({ title: v.string() })), []),
  files_sha256: v.optional(v.array(v.string()), []),
});

export function probes(app: FastifyInstance): void {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    route(app, {
      method,
      url: '/api/probe',
      access: method === 'DELETE' ? 'delete_users' : 'authenticated',
      summary: 'Echoes.',
      body: Body,
      files: { field: 'files', accept: 'documents' },
      handler: async ({ body, files, command }) => ({ method, body, files, command }),
    });
  }
  route(app, {
    method: 'PATCH',
    url: '/api/probe/:id',
    access: 'update_alerts',
    summary: 'Echoes an id.',
    params: v.object({ id: v.pipe(v.number(), v.minValue(1)) }),
    handler: async ({ params }) => params,
  });
  route(app, {
    method: 'GET',
    url: '/api/broken',
    access: 'authenticated',
    summary: 'Breaks.',
    handler: async () => {
      throw new Error('select secret from /srv/malote');
    },
  });
}
