/** A delay shorter than this is shown as one time. */
const LATER_MS = 60_000;

/**
 * When something was done, when it arrived if that was noticeably later (rule A4), and the name
 * that its author had then, if it was another one (S155).
 */
export function serverMomentOf(happening: {
  performed_at: string;
  created_at: string;
  clock_suspect: boolean;
  creator_then?: string | undefined;
}): {
  at: string;
  receivedAt: string | null;
  clockSuspect: boolean;
  authorThen?: string;
} {
  const { performed_at: at, created_at: arrived, clock_suspect: clockSuspect } = happening;
  const delayed = Date.parse(arrived) - Date.parse(at) >= LATER_MS;
  const then = happening.creator_then === undefined ? {} : { authorThen: happening.creator_then };
  return { at, receivedAt: delayed ? arrived : null, clockSuspect, ...then };
}

/** The moment of something that is only on this device. */
export function localMomentOf({ performedAtMs }: { performedAtMs: number }) {
  return { at: new Date(performedAtMs).toISOString(), receivedAt: null, clockSuspect: false };
}
