import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { COMPONENTS } from './answers.ts';

export type JsonObject = Record<string, unknown>;

const settings = {
  target: 'draft-2020-12',
  // Checks written in code (real dates, rules) have no form in JSON Schema and are left out. The
  // rest of the schema is described.
  errorMode: 'ignore',
  definitions: { ...COMPONENTS },
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** What a client may send, before values are coerced. */
export function inputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'input' }));
}

/** What the server answers; components are given by reference. */
export function outputSchema(schema: v.GenericSchema): JsonObject {
  return strip(toJsonSchema(schema, { ...settings, typeMode: 'output' }));
}

/** The schema of a component itself, written out. */
export function componentSchema(name: string): JsonObject {
  const { [name]: own, ...others } = COMPONENTS;
  if (own === undefined) throw new Error(`no component ${name}`);
  return strip(toJsonSchema(own, { ...settings, definitions: others, typeMode: 'output' }));
}

/**
 * Removes from a part what the whole description says once: the dialect and the shared definitions.
 */
function strip(schema: object): JsonObject {
  const { $schema: _dialect, $defs: _definitions, ...own } = schema as JsonObject;
  return own;
}
