import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { COMPONENTS } from './answers.ts';

export type JsonObject = Record<string, unknown>;

const settings = {
  target: 'draft-2020-12',
  // Checks that only code can make (real dates, rules) have no words in JSON Schema; the rest of the schema stands.
  errorMode: 'ignore',
  definitions: { ...COMPONENTS },
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** What a client may send, before anything is coerced. */
export function inputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'input' }));
}

/** What the server answers; components by reference. */
export function outputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'output' }));
}

/** A component itself, written out. */
export function componentSchema(name: string): JsonObject {
  const { [name]: own, ...others } = COMPONENTS;
  if (own === undefined) throw new Error(`no component ${name}`);
  return strip(toJsonSchema(own, { ...settings, definitions: others, typeMode: 'output' }));
}

/** The description says once which dialect it is in, and keeps the shared definitions in one place. */
function strip(schema: object): JsonObject {
  const { $schema: _dialect, $defs: _definitions, ...own } = schema as JsonObject;
  return own;
}
