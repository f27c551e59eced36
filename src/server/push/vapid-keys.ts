import * as v from 'valibot';
import webpush from 'web-push';
import type { Config } from '../config/config.ts';
import { keepSecret } from '../config/secrets.ts';

const Keys = v.object({ publicKey: v.string(), privateKey: v.string() });
export type VapidKeys = v.InferOutput<typeof Keys>;

/**
 * The configured pair of keys, or one that is made once and kept in DATA_DIR. Several servers need
 * the configured one.
 */
export function vapidKeysOf(config: Pick<Config, 'vapid' | 'dataDir'>): VapidKeys {
  if (config.vapid !== null) return config.vapid;
  const kept = keepSecret(config.dataDir, { name: 'vapid', make: () => JSON.stringify(webpush.generateVAPIDKeys()) });
  return v.parse(Keys, JSON.parse(kept));
}
