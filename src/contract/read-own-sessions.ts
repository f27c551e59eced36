import * as v from 'valibot';
import { OwnSessions } from './session.ts';

export type OwnSession = v.InferOutput<typeof OwnSessions>['sessions'][number];

/** The answer of GET /api/profile/sessions; null when it is not ours. */
export function readOwnSessions(json: unknown): readonly OwnSession[] | null {
  const { success, output } = v.safeParse(OwnSessions, json);
  return success ? output.sessions : null;
}
