// One folding of words on the device and on the server: the same table is tried on the domain's
// functions (src/domain/search.test.ts). What an earlier version stored gets it by migration 0034.

import { expect, it } from 'vitest';
import { SAME_WORDS } from '../../builders/same-words.ts';
import { searchTextOf } from '#domain/search.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import { openOldDatabase } from '../harness/old-database.ts';
import type { Town, World } from '../harness/world.ts';
import type { TestClient } from '../harness/test-client.ts';

let pmvi: Town;
let ana: TestClient;
let world: World;
townPerFile.beforeAll(({ town }) => {
  ({ pmvi, ana, world } = town);
});

const TITLES = [...new Set(SAME_WORDS.map(([text]) => text))];

it('the list finds numbers with and without points, and words without their apostrophes and hyphens', async () => {
  const { bia } = pmvi.people;
  for (const title of TITLES) {
    await createdDocument(ana, { town: pmvi, to: bia, sector: 'SEMED', title, limitDate: '2027-01-10' });
  }
  for (const [text, search] of SAME_WORDS) {
    const response = await ana.get(`/api/documents?search=${encodeURIComponent(search)}&per_page=50`);
    const titles = response.json<{ data: { title: string }[] }>().data.map((row) => row.title);
    expect([search, ...titles]).toContain(text);
  }
  const stored = await world.query<{ title: string; search_text: string }>('select title, search_text from documents');
  expect(stored).toHaveLength(TITLES.length);
});

it('migration 0034 adds the joined words to what was stored apart, also for an ordinary owner', async () => {
  const old = await openOldDatabase('joined_words', 34);
  try {
    await old.asSuperuser(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(`insert into tenants (name, acronym) values ('Um', 'UM')`);
      await client.query(
        `insert into document_subjects (tenant_id, id, name) overriding system value values (1, 1, 'Pau-d’alho')`,
      );
      await client.query(
        `insert into documents (tenant_id, id, number, stored_status, title, physical_document_number, type, subject_id, created_by,
            limit_date, content, search_text)
          overriding system value
          select 1, place, place, 'pending', title, '', 'general_document', 1, 1, '2027-01-10', '', search_text
          from unnest($1::text[], $2::text[]) with ordinality as t (title, search_text, place)`,
        [[...TITLES, 'Nada'], [...TITLES, 'Nada'].map((title) => `um001 ${apart(title)}`)],
      );
    });
    await migrateDatabase(old.owner);
    await old.asSuperuser(async (client) => {
      const { rows } = await client.query<{ title: string; words: string }>(
        'select title, search_text as words from documents',
      );
      for (const title of TITLES) {
        const words = rows.find((row) => row.title === title)?.words ?? '';
        const now = searchTextOf({ ...PARTS, title }).split(' ');
        expect([title, ...now.filter((word) => !words.includes(word))]).toEqual([title]);
      }
      expect(rows.find((row) => row.title === 'Nada')?.words).toBe('um001 nada paudalho');
      const { rows: held } =
        await client.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          and not (relrowsecurity and relforcerowsecurity)`);
      expect(held).toEqual([{ relname: 'schema_migrations' }]);
    });
  } finally {
    await old.close();
  }
});

/** As the versions before folded. */
const apart = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const PARTS = {
  ticket: 'UM001',
  physicalDocumentNumber: '',
  subject: 'Pau-d’alho',
  tags: [],
  responsibles: [],
  sectors: [],
};
