// The person's own account, the tenant, photos and logo (rules G10, H5–H10, H15).

import { PATHS } from '#contract/paths.ts';
import { ProfilePatch, PushTokenPatch, TenantPatch } from '#contract/reference-writes.ts';
import type { PublicBody } from '#contract/session-calls.ts';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { savePushToken } from '../commands/people/save-push-token.ts';
import { updateProfile } from '../commands/people/update-profile.ts';
import { updateTenant } from '../commands/reference/update-tenant.ts';
import type { FileStore } from '../files/file-store.ts';
import { readStored } from '../files/read-stored.ts';
import { IMAGE_TYPE } from '../files/encode-image.ts';
import { IdParams, markReplay, route, withReceipt } from '../http/route.ts';
import type { Actor } from '../policies/actor.ts';
import { vapidKeysOf } from '../push/push-sender.ts';
import { problems } from '../reporting/errors.ts';
import type { Services } from '../services/services.ts';
import { hostOf } from '../sessions/login.ts';
import { personQuery, SessionPersonRow, sessionUserOf } from '../sessions/session-person.ts';

export function registerProfile(app: FastifyInstance): void {
  route(app, {
    method: 'PATCH',
    url: '/api/profile',
    access: 'authenticated',
    summary: 'Changes the own account.',
    body: ProfilePatch,
    files: { field: 'image', accept: 'images' },
    handler: async (call) => {
      const { session, ip: address } = call.request;
      const done = await updateProfile({ ...call, address, sessionHash: session?.tokenHash ?? null });
      markReplay(call.reply, done);
      return withReceipt({ user: await sessionUser(call) }, done);
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/api/profile/fcm-token',
    access: 'authenticated',
    summary: 'Keeps the push subscription of this device, or ends it.',
    body: PushTokenPatch,
    handler: async (call) => {
      const { session } = call.request;
      if (session === null) throw problems.unauthenticated();
      await savePushToken({ ...call, sessionHash: session.tokenHash });
      return undefined;
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/api/tenants',
    access: 'update_tenants',
    summary: 'Changes the own tenant and its logo.',
    body: TenantPatch,
    files: { field: 'logo', accept: 'images' },
    handler: async (call) => {
      const done = await updateTenant(call);
      markReplay(call.reply, done);
      return withReceipt({ tenant: (await sessionUser(call)).tenant }, done);
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/users/:id/image',
    access: 'authenticated',
    summary: 'The photo of a person of the tenant.',
    params: IdParams,
    handler: ({ actor, params, services, reply }) =>
      sendImage(reply, {
        services,
        tenantId: actor.tenantId,
        key: sql`select image_key as key, image_sha256 as sha256 from users where tenant_id = ${actor.tenantId} and id = ${params.id}`,
      }),
  });

  route(app, {
    method: 'GET',
    url: '/api/tenants/logo',
    access: 'authenticated',
    summary: 'The logo of the own tenant.',
    handler: ({ actor, services, reply }) =>
      sendImage(reply, {
        services,
        tenantId: actor.tenantId,
        key: sql`select logo_key as key, logo_sha256 as sha256 from tenants where id = ${actor.tenantId}`,
      }),
  });

  // Answered before a login (S248). A stranger may know whose server this is, or whose host name
  // this is. At the common address of several public bodies the answer names none of them.
  route(app, {
    method: 'GET',
    url: PATHS.publicBody,
    access: 'public',
    summary: 'The public body that has this host name, or the one that the server has alone: name, logo, contacts.',
    countsAsUse: false,
    handler: async ({ services, request }): Promise<PublicBody> => {
      const [body, ...others] = await services.database.onceAsSystem((tx) =>
        tx.rowsOf(
          BodyRow,
          sql`select name, logo_key as key, logo_sha256 as sha256, contact_phone, contact_email,
              host is not distinct from ${hostOf(request.hostname)}::text as is_here
            from tenants order by is_here desc, id limit 2`,
        ),
      );
      if (body === undefined || (others.length > 0 && !body.is_here)) return { name: null, logo: null };
      const { name, key: storageKey, sha256, contact_phone, contact_email } = body;
      const told = {
        name,
        ...(contact_phone === null ? {} : { contact_phone }),
        ...(contact_email === null ? {} : { contact_email }),
      };
      if (storageKey === null) return { ...told, logo: null };
      const image = await buffer(await readStored(services.files, { storageKey, sha256, size: null }));
      return { ...told, logo: `data:${IMAGE_TYPE};base64,${image.toString('base64')}` };
    },
  });
}

const ImageRow = v.object({ key: v.nullable(v.string()), sha256: v.nullable(v.string()) });
const BodyRow = v.object({
  name: v.string(),
  ...ImageRow.entries,
  contact_phone: v.nullable(v.string()),
  contact_email: v.nullable(v.string()),
  is_here: v.boolean(),
});

/** Returns what GET /api/user answers after the change. */
async function sessionUser(call: { actor: Actor; services: Services; request: FastifyRequest; now: number }) {
  const loginId = call.request.session?.person?.login?.id ?? null;
  const { tenantId, userId } = call.actor;
  const rows = await call.services.database.onceAsSystem((tx) =>
    tx.rowsOf(SessionPersonRow, personQuery({ tenantId, userId, loginId })),
  );
  const [row] = rows;
  if (row === undefined) throw problems.unauthenticated();
  return sessionUserOf(row, call.now);
}

type Image = {
  services: { database: Services['database']; files: FileStore };
  tenantId: number;
  key: ReturnType<typeof sql>;
};

async function sendImage(reply: FastifyReply, { services, tenantId, key }: Image): Promise<FastifyReply> {
  const rows = await services.database.inTenant(tenantId, (tx) => tx.rowsOf(ImageRow, key));
  const { key: storageKey = null, sha256 = null } = rows[0] ?? {};
  if (storageKey === null) throw problems.notFound();
  const stream = await readStored(services.files, { storageKey, sha256, size: null });
  return reply
    .header('Content-Type', IMAGE_TYPE)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(stream);
}

/** GET /api/push/public-key: the key with which a device subscribes (rule G10). */
export function registerPush(app: FastifyInstance): void {
  let publicKey: string | null = null;
  route(app, {
    method: 'GET',
    url: '/api/push/public-key',
    access: 'authenticated',
    summary: 'The public VAPID key that a Web Push subscription is made with.',
    handler: async ({ services }) => {
      publicKey ??= vapidKeysOf(services.config).publicKey;
      return { public_key: publicKey };
    },
  });
}
