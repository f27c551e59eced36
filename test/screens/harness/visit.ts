// The application as Ana of Obras finds it on a device that is up to date and has only the rows
// that a test puts there.

import type { SessionUser } from '#contract/session.ts';
import { ROLES, SUPER_ADMIN } from '#domain/permissions.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { buildRoles, buildSession } from '../../builders/build-people.ts';
import { NOW_MS } from '../../builders/moments.ts';
import { openTestMirror } from '../../builders/open-test-mirror.ts';
import { openScreen } from './open-screen.tsx';
import type { Width } from './width.ts';

type Opening = {
  /** One of the seven roles of the demonstration. A Super Admin when it is absent. */
  readonly role?: string;
  readonly session?: Partial<SessionUser>;
  readonly width?: Width;
  readonly clock?: () => number;
  readonly hasFirstSteps?: boolean;
  readonly wake?: () => void;
  /** Puts rows on the device before the screen opens. */
  readonly fill?: (mirror: Mirror) => Promise<unknown>;
};

/**
 * Opens `path` as Ana. The device has the town's people, sectors and one subject, and what `fill`
 * puts there.
 */
export async function visit(path: string, opening: Opening = {}) {
  const { role = SUPER_ADMIN, session, width = 'desk', clock, fill, hasFirstSteps = false, wake } = opening;
  const mirror = await openTestMirror(buildSession({ roles: buildRoles(role, ROLES[role] ?? []), ...session }));
  await mirror.meta.put({ name: 'refreshedAtMs', value: NOW_MS });
  await fill?.(mirror);
  return {
    mirror,
    ...(await openScreen({
      mirror,
      path,
      width,
      hasFirstSteps,
      ...(clock === undefined ? {} : { clock }),
      ...(wake === undefined ? {} : { wake }),
    })),
  };
}
