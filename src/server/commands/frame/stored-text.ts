import { acronymOf, emailOf, lineOf, proseOf } from '#domain/text.ts';

/** The form in which each text a person names something with is stored, by its field. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  name: lineOf,
  last_name: lineOf,
  title: lineOf,
  physical_document_number: lineOf,
  acronym: acronymOf,
  email: emailOf,
  description: proseOf,
  reason: proseOf,
  exception_reason: proseOf,
};

/**
 * The fields with their texts as they are stored (S25). Not done by the schemas: what they parse stands in the fingerprints of
 * receipts, and a write that is repeated after an upgrade must give the same one (S19).
 */
export function asStored<Body extends object>(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      const form = Object.hasOwn(FORMS, field) ? FORMS[field] : undefined;
      return [field, form !== undefined && typeof value === 'string' ? form(value) : value];
    }),
  ) as Body;
}
