import * as v from 'valibot';
import { ImportAnswer, InvitablePeople, InvitationAnswer, type InvitablePerson } from './import.ts';

/** The answer to a sheet; null from a server that says something else. */
export function readImportAnswer(json: unknown): ImportAnswer | null {
  const { success, output } = v.safeParse(ImportAnswer, json);
  return success ? output : null;
}

/** The people who may be invited; null from a server that says something else. */
export function readInvitablePeople(json: unknown): readonly InvitablePerson[] | null {
  const { success, output } = v.safeParse(InvitablePeople, json);
  return success ? output.people : null;
}

/** The answer to invitations; null from a server that says something else. */
export function readInvitationAnswer(json: unknown): InvitationAnswer | null {
  const { success, output } = v.safeParse(InvitationAnswer, json);
  return success ? output : null;
}
