// References from one row to another. They contain enough to show the other row without a second
// look-up.

import * as v from 'valibot';
import { Id } from './scalars.ts';

export const OrganizationRef = v.object({ id: Id, name: v.string(), acronym: v.string() });
export type OrganizationRef = v.InferOutput<typeof OrganizationRef>;

export const UserRef = v.object({ id: Id, name: v.string(), last_name: v.string() });
export type UserRef = v.InferOutput<typeof UserRef>;

export const PersonRef = v.object({ ...UserRef.entries, organization: v.nullable(OrganizationRef) });
export type PersonRef = v.InferOutput<typeof PersonRef>;

export const SubjectRef = v.object({ id: Id, name: v.string() });
export type SubjectRef = v.InferOutput<typeof SubjectRef>;

export const FileRef = v.object({
  id: Id,
  name: v.string(),
  mime_type: v.string(),
  size: v.number(),
  sha256: v.string(),
});
export type FileRef = v.InferOutput<typeof FileRef>;
