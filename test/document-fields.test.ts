// What the table of a document's fields (src/contract/document-fields.ts) can't make by itself,
// asked for each field by its name. What the server does with each is in
// test/server/documents/document-fields.test.ts.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { formOf } from '#app/features/create-document/create-form.ts';
import {
  DOCUMENT_FIELD_NAMES,
  DOCUMENT_FIELDS,
  SENT_ENTRIES,
  SENT_FIELDS,
  stubbed,
} from '#contract/document-fields.ts';
import { foldCreation } from '#mirror/fold/fold.ts';
import { buildCommand } from './builders/build-command.ts';
import { buildDocumentRow } from './builders/build-document.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Those of version 1.0. Nothing is added here: whatever is not named is optional. */
const FIRST = new Set<string>([
  'id',
  'rev',
  'number',
  'stored_status',
  'status',
  'is_exception',
  'exception_reason',
  'title',
  'physical_document_number',
  'type',
  'created_at',
  'limit_date',
  'created_by',
  'creator',
  'origin',
  'subject',
  'responsibles',
  'organizations',
  'tags',
  'facts',
  'files_count',
  'interactions_count',
  'last_activity_at',
  'command_id',
]);

const { payload } = buildCommand('create-document');
const fieldsOf = async (...paths: string[]): Promise<(name: string) => boolean> => {
  const texts = await Promise.all(paths.map((path) => readFile(`${ROOT}${path}`, 'utf8')));
  return (name) => texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text));
};

test('a field that was added later is optional without a default, where it is read and where it is sent', () => {
  const schemas = DOCUMENT_FIELD_NAMES.filter((name) => !FIRST.has(name)).map((name) => {
    const { schema, ...field } = DOCUMENT_FIELDS[name];
    return { name, all: 'sent' in field ? [schema, field.sent as v.GenericSchema] : [schema] };
  });
  const demanded = schemas.filter(({ all }) =>
    all.some((schema: v.GenericSchema) => {
      const { success, output } = v.safeParse(schema, undefined);
      return !success || output !== undefined;
    }),
  );
  expect(demanded.map(({ name }) => name)).toEqual([]);
});

test('every field that is sent is on the pencil row of its creation', () => {
  const row: Record<string, unknown> = foldCreation(buildCommand('create-document'), {
    people: new Map(),
    organizations: new Map(),
    subjects: new Map(),
    zone: 'America/Sao_Paulo',
  });
  expect(SENT_FIELDS.filter((name) => !(name in payload))).toEqual([]);
  const lost = SENT_FIELDS.filter((name) => JSON.stringify(row[name]) !== JSON.stringify(payload[name]));
  expect(lost).toEqual([]);
});

test('every field that is not kept of a document out of sight is emptied', () => {
  const row = buildDocumentRow();
  const left: Record<string, unknown> = stubbed(row);
  const kept = DOCUMENT_FIELD_NAMES.filter((name) => DOCUMENT_FIELDS[name].stub === 'kept');
  expect(Object.keys(left)).toEqual(Object.keys(row));
  expect(kept.filter((name) => left[name] !== row[name])).toEqual([]);
  expect(left).toMatchObject({ physical_document_number: '', responsibles: [], tags: [], origin: null });
  expect(JSON.stringify(left)).not.toContain(row.subject.name);
});

test('the form of a creation sends every field, and a correction opens with it', async () => {
  const has = await fieldsOf('src/app/features/create-document/create-form.ts');
  expect(SENT_FIELDS.filter((name) => !has(name))).toEqual([]);
});

test('every field of the form counts as written, but those that it begins with or sets by itself', async () => {
  const BEGUN = ['corrects', 'errors', 'type', 'isException', 'limitDate', 'proposedTitle'];
  const counts = await fieldsOf('src/mirror/keep/written-drafts.ts');
  const names = Object.keys(formOf(payload)).filter((name) => !BEGUN.includes(name));
  expect(names.filter((name) => !counts(name))).toEqual([]);
});

test('every field that is sent is told in the preview of what will be sent, but those of its kind', async () => {
  const OF_ITS_KIND = ['type', 'tags', 'is_exception', 'exception_reason'];
  const tells = await fieldsOf('src/app/features/outbox/preview-dialog.tsx');
  expect(SENT_FIELDS.filter((name) => !OF_ITS_KIND.includes(name) && !tells(name))).toEqual([]);
});

test('every field that is sent is shown on the page of the document', async () => {
  const folder = 'src/app/features/view-document';
  const files = (await readdir(`${ROOT}${folder}`)).filter((name) => name.endsWith('.tsx'));
  const shows = await fieldsOf(...files.map((name) => `${folder}/${name}`));
  expect(Object.keys(SENT_ENTRIES).filter((name) => !shows(name))).toEqual([]);
});

test('every field by which documents are found is a part of the index of words', async () => {
  const searched = DOCUMENT_FIELD_NAMES.filter((name) => 'searched' in DOCUMENT_FIELDS[name]);
  const text = await readFile(`${ROOT}src/mirror/engine/index-table.ts`, 'utf8');
  expect(searched).toContain('title');
  expect(searched.filter((name) => !text.includes(`row.${name}`))).toEqual([]);
});
