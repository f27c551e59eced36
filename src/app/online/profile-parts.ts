import { openForScreens } from '#mirror/opening/open-for-screens.ts';
import { browserRuntime } from '#sync/browser-runtime.ts';
import { startSync } from '#sync/start-sync.ts';
import { wakeWorker } from '#sync/wake-worker.ts';
import { watchedValue } from '#ui/base/watched-value.ts';
import type { ProfileParts } from '../profile/profile-store.ts';
import { PAGE_SERVER } from './page-server.ts';
import { noteUnsent } from '../leaving/steps/witness.ts';

/**
 * The parts of a profile that reach the network or the worker. main.tsx gives them to the profile
 * store.
 */
export function profileParts(): ProfileParts {
  return {
    openMirror: openForScreens,
    startSync({ userId, mirror }) {
      const storageFull = watchedValue(false);
      const runtime = browserRuntime({ userId, mirror, server: PAGE_SERVER });
      // Notes the unsent ids in a cookie for the next login (S100).
      const onUnsent = (ids: readonly string[]) => noteUnsent(userId, { ids, nowMs: runtime.clock() });
      return { ...startSync({ runtime, onFull: storageFull.set, onUnsent }), storageFull };
    },
    wakeWorker: (mirror) => wakeWorker(mirror.name),
  };
}
