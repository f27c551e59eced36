// What a person is asked about before leaving. It is apart from use-logout.tsx because every screen can be left, and most never are.

import { type OwnWork, ownWork } from '#mirror/questions/own-work.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { isCutOff } from './is-cut-off.ts';

/**
 * The work to ask about, once the dialog that asks is loaded; null when there is nothing to ask. `nowMs`: epoch ms. Rejects when
 * the dialog can't be loaded or the work can't be read.
 */
export async function workToAskAbout(mirror: Mirror, nowMs: number): Promise<OwnWork | null> {
  const own = await ownWork(mirror, { nowMs });
  if (own.items.length + own.draftsAtMs.length === 0 && !isCutOff(await connectionNow(mirror))) return null;
  await import('./own-work-dialog.tsx');
  return own;
}
