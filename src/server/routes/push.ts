import type { FastifyInstance } from 'fastify';
import { vapidKeysOf } from '../push/vapid-keys.ts';
import { route } from '../http/route.ts';

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
