import { acronymOf, emailOf, lineOf, proseOf } from '#domain/text.ts';

/** By field, the function that makes the stored form of a typed text (S25). */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  name: lineOf,
  last_name: lineOf,
  title: lineOf,
  job_title: lineOf,
  registration: lineOf,
  physical_document_number: lineOf,
  acronym: acronymOf,
  email: emailOf,
  description: proseOf,
  reason: proseOf,
  exception_reason: proseOf,
};

/**
 * Returns the fields with their texts in the stored form (S25). The schemas leave texts as they
 * are: what they parse is part of the fingerprints of receipts, and a write that is repeated after
 * an upgrade must give the same fingerprint (S19).
 */
export function asStored<Body extends object>(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      const form = Object.hasOwn(FORMS, field) ? FORMS[field] : undefined;
      return [field, form !== undefined && typeof value === 'string' ? form(value) : value];
    }),
  ) as Body;
}
