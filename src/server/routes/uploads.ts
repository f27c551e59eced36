// Files of a command, sent ahead of it in parts (S101). They belong to the person and to the
// command's key: the name of another person's upload is a name of one's own.

import { PartQuery, UploadInput, type UploadAnswer } from '#contract/uploads.ts';
import { Uuid } from '#contract/scalars.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { addPart, openUpload, type UploadName } from '../files/staged-uploads.ts';
import { route } from '../http/route.ts';
import { findReceipt } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';

const url = '/api/sync/uploads/:key/:file';
const params = v.object({ key: Uuid, file: Uuid });

export function registerUploads(app: FastifyInstance): void {
  route(app, {
    method: 'PUT',
    url,
    access: 'authenticated',
    summary: 'Begins to send a file ahead of the write under this key, or tells how much of it has arrived.',
    countsAsUse: false,
    params,
    body: UploadInput,
    handler: async ({ actor, params: asked, body, now, services, log }): Promise<UploadAnswer> => {
      const name = nameOf(actor, asked);
      const receipt = await services.database.inTenant(actor.tenantId, (tx) =>
        findReceipt(tx, { actor, key: name.key }),
      );
      if (receipt !== null) return { received: body.size, registered: true };
      return { received: await openUpload({ ...services, log }, { name, input: body, now }), registered: false };
    },
  });

  route(app, {
    method: 'PATCH',
    url,
    access: 'authenticated',
    summary: 'Adds the next part of a file, which is the body as it is.',
    countsAsUse: false,
    params,
    query: PartQuery,
    files: { field: 'part', accept: 'parts' },
    handler: async ({ actor, params: asked, query, files, now, services, log }): Promise<UploadAnswer> => {
      const [part] = files;
      if (part === undefined) throw problems.unsupportedMedia();
      const name = nameOf(actor, asked);
      return { received: await addPart({ ...services, log }, { name, ...query, part, now }), registered: false };
    },
  });
}

function nameOf({ tenantId, userId }: Actor, { key, file }: { key: string; file: string }): UploadName {
  return { tenantId, userId, key: key.toLowerCase(), file: file.toLowerCase() };
}
