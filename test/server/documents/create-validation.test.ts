// POST /api/documents: each validation by itself (rules A9, B9, C1, C9, C13, C17).

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let ana: TestClient;
let inactiveSector = 0;
const now = Date.parse('2026-11-20T15:00:00Z');

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi, ana } = town);
  await world.query(`update users set status = 'inactive' where id = $1`, [pmvi.people.protocolo.id]);
  await world.query(`update users set deleted_at = now() where id = $1`, [pmvi.people.admin2.id]);
  const made = await world.query<{ id: string }>(
    `insert into organizations (tenant_id, name, acronym, status) values ($1, 'Extinta', 'EXT', 'inactive') returning id`,
    [pmvi.id],
  );
  inactiveSector = Number(made[0]?.id);
});

type Values = string | number | readonly (string | number)[];
type Form = { readonly fields?: Readonly<Record<string, Values>>; readonly files?: readonly Upload[] };

const pdf: Upload = { name: 'oficio.pdf', content: smallPdf() };

/** A form with every field filled in, except as given; an empty list leaves the field out. */
function post(form: Form) {
  const fields: Readonly<Record<string, Values>> = {
    document_subject_id: pmvi.subjects.free,
    type: 'general_document',
    'organization_ids[]': pmvi.sectors.GAB,
    'user_ids[]': pmvi.people.caio.id,
    title: 'Interdição parcial',
    physical_document_number: 'Ofício nº 118/2026/SEMOB',
    limit_date: '2026-12-01',
    content: '<p>Segue.</p>',
    ...form.fields,
  };
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  );
  return ana.inject({ method: 'POST', url: '/api/documents', ...multipart(sent, form.files ?? [pdf]) });
}

const tags = (titles: readonly string[], type = 'keyword') =>
  Object.fromEntries(
    titles.flatMap((title, n) => [
      [`tags[${n}][title]`, title],
      [`tags[${n}][type]`, type],
    ]),
  );

const countDocuments = async () =>
  (await world.query<{ total: string }>('select count(*) as total from documents'))[0]?.total;

describe('a new document', () => {
  it.each<[string, () => Form, string]>([
    ['no subject', () => ({ fields: { document_subject_id: [] } }), 'document_subject_id'],
    ['a subject by name', () => ({ fields: { document_subject_id: 'Vistoria' } }), 'document_subject_id'],
    ['an unknown subject', () => ({ fields: { document_subject_id: 999_999 } }), 'document_subject_id'],
    [
      'a subject that is inactive',
      () => ({ fields: { document_subject_id: pmvi.subjects.inactive } }),
      'document_subject_id',
    ],
    [
      'a subject of another tenant',
      () => ({ fields: { document_subject_id: world.cmvi.subjects.free } }),
      'document_subject_id',
    ],
    ['no type', () => ({ fields: { type: [] } }), 'type'],
    ['an unknown type', () => ({ fields: { type: 'letter' } }), 'type'],
    ['no sector', () => ({ fields: { 'organization_ids[]': [] } }), 'organization_ids'],
    ['a sector that is inactive', () => ({ fields: { 'organization_ids[]': inactiveSector } }), 'organization_ids'],
    [
      'a sector of another tenant',
      () => ({ fields: { 'organization_ids[]': world.cmvi.sectors.GAB } }),
      'organization_ids',
    ],
    [
      'one of two sectors of another tenant',
      () => ({ fields: { 'organization_ids[]': [pmvi.sectors.GAB, world.cmvi.sectors.GAB] } }),
      'organization_ids',
    ],
    ['no responsible', () => ({ fields: { 'user_ids[]': [] } }), 'user_ids'],
    ['a responsible who is inactive', () => ({ fields: { 'user_ids[]': pmvi.people.protocolo.id } }), 'user_ids'],
    ['a responsible who is deleted', () => ({ fields: { 'user_ids[]': pmvi.people.admin2.id } }), 'user_ids'],
    ['a responsible of another sector', () => ({ fields: { 'user_ids[]': pmvi.people.bia.id } }), 'user_ids'],
    ['a responsible without a sector', () => ({ fields: { 'user_ids[]': pmvi.people.davi.id } }), 'user_ids'],
    ['a responsible of another tenant', () => ({ fields: { 'user_ids[]': world.cmvi.people.caio.id } }), 'user_ids'],
    ['no title', () => ({ fields: { title: [] } }), 'title'],
    ['an empty title', () => ({ fields: { title: ' \t ' } }), 'title'],
    ['a title of 256', () => ({ fields: { title: 'ã'.repeat(256) } }), 'title'],
    ['no physical number', () => ({ fields: { physical_document_number: [] } }), 'physical_document_number'],
    ['an empty physical number', () => ({ fields: { physical_document_number: ' ' } }), 'physical_document_number'],
    [
      'a physical number of 101',
      () => ({ fields: { physical_document_number: '1'.repeat(101) } }),
      'physical_document_number',
    ],
    ['no limit date', () => ({ fields: { limit_date: [] } }), 'limit_date'],
    ['an empty limit date', () => ({ fields: { limit_date: '' } }), 'limit_date'],
    ['yesterday', () => ({ fields: { limit_date: '2026-11-19' } }), 'limit_date'],
    ['a day that never was', () => ({ fields: { limit_date: '2025-02-30' } }), 'limit_date'],
    ['a day in our own spelling', () => ({ fields: { limit_date: '01/12/2026' } }), 'limit_date'],
    ['no content', () => ({ fields: { content: [] } }), 'content'],
    [
      'content that is tags and white space',
      () => ({ fields: { content: '<h2><br>&nbsp;</h2>\n<p> </p>' } }),
      'content',
    ],
    ['content that sanitising empties', () => ({ fields: { content: '<script>alert(1)</script>' } }), 'content'],
    ['no file', () => ({ files: [] }), 'files'],
    ['a file input left empty', () => ({ files: [{ name: '', content: '' }] }), 'files'],
    ['a file of no bytes', () => ({ files: [{ name: 'a.txt', content: '' }] }), 'files'],
    ['a file of another type', () => ({ files: [{ name: 'a.exe', content: 'MZ' }] }), 'files'],
    ['a file without an extension', () => ({ files: [{ name: 'pdf', content: smallPdf() }] }), 'files'],
    ['a file whose content is another’s', () => ({ files: [{ name: 'a.docx', content: smallPdf() }] }), 'files'],
    ['a second file that does not fit', () => ({ files: [pdf, { name: 'b.pdf', content: 'texto' }] }), 'files'],
    ['21 tags', () => ({ fields: tags(Array.from({ length: 21 }, (_, n) => `t${n}`)) }), 'tags'],
    ['a tag of 51', () => ({ fields: tags(['x'.repeat(51)]) }), 'tags'],
    ['an empty tag', () => ({ fields: tags(['a', '  ']) }), 'tags'],
    ['a tag twice', () => ({ fields: tags(['Chuva', ' chuva ']) }), 'tags'],
    ['a tag of no known type', () => ({ fields: tags(['a'], 'topic') }), 'tags.0.type'],
    ['a keyword that names a person', () => ({ fields: { ...tags(['a']), 'tags[0][user_id]': 1 } }), 'tags'],
    ['an exception not ticked', () => ({ fields: { document_subject_id: pmvi.subjects.windowed } }), 'is_exception'],
    ['a tick that is not a boolean', () => ({ fields: { is_exception: 'maybe' } }), 'is_exception'],
    ['a reason of 1001', () => ({ fields: { exception_reason: 'x'.repeat(1001) } }), 'exception_reason'],
  ])('a new document with %s is refused', async (_name, form, field) => {
    const before = await countDocuments();
    const answer = await post(form());
    expect(answer.statusCode).toBe(422);
    const { errors, message } = answer.json<{ errors: Record<string, string[]>; message: string }>();
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toBe(message);
    expect(await countDocuments()).toBe(before);
  });

  it.each<[string, () => Form, object]>([
    ['a title of 255', () => ({ fields: { title: ` ${'ã'.repeat(255)} ` } }), { title: 'ã'.repeat(255) }],
    [
      'a physical number of 100',
      () => ({ fields: { physical_document_number: `${'1'.repeat(100)} ` } }),
      { physical_document_number: '1'.repeat(100) },
    ],
    ['today', () => ({ fields: { limit_date: '2026-11-20' } }), { limit_date: '2026-11-20' }],
    ['a type of the other two', () => ({ fields: { type: 'termination' } }), { type: 'termination' }],
    [
      '20 tags of 50',
      () => ({ fields: tags(Array.from({ length: 20 }, (_, n) => `${n}`.padStart(50, 'x'))) }),
      { tags: Array.from({ length: 20 }, () => ({ type: 'keyword' })) },
    ],
    [
      'the same word as keyword and as mention',
      () => ({ fields: { ...tags(['chuva']), 'tags[1][title]': 'Chuva', 'tags[1][type]': 'mention' } }),
      {
        tags: [
          { title: 'chuva', type: 'keyword' },
          { title: 'chuva', type: 'mention' },
        ],
      },
    ],
    [
      'two sectors and a responsible of each',
      () => ({
        fields: {
          'organization_ids[]': [pmvi.sectors.GAB, pmvi.sectors.SEMED],
          'user_ids[]': [pmvi.people.caio.id, pmvi.people.bia.id],
        },
      }),
      { responsibles: [{ name: 'Caio' }, { name: 'Bia' }], organizations: [{ acronym: 'GAB' }, { acronym: 'SEMED' }] },
    ],
    [
      'the same sector and responsible said twice',
      () => ({
        fields: {
          'organization_ids[]': [pmvi.sectors.GAB, pmvi.sectors.GAB],
          'user_ids[]': [pmvi.people.caio.id, pmvi.people.caio.id],
        },
      }),
      { responsibles: [{ name: 'Caio' }], organizations: [{ acronym: 'GAB' }] },
    ],
  ])('a new document with %s is created', async (_name, form, made) => {
    const answer = await post(form());
    expect(answer.statusCode).toBe(201);
    expect(answer.json().document).toMatchObject(made);
  });
});
