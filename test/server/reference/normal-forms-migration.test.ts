// E-mails and acronyms that were stored in another normal form get the one form (migration 0010),
// except one that would then equal another row's: no account is lost or merged.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openOldDatabase, type OldDatabase } from '../harness/old-database.ts';

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase('normal_forms', 10);
});
afterAll(() => database.close());

const NFC = 'joão@org.example';
const NFD = NFC.normalize('NFD');
const ALONE = 'ação@org.example';

it('migration 0010 stores e-mails and acronyms in NFC unless two would become equal, also for an ordinary owner', async () => {
  await database.asSuperuser(async (client) => {
    await client.query(`insert into tenants (name, acronym) values ('Um', $1), ('Dois', 'DOIS')`, ['SA\u0303O']);
    await client.query(
      `insert into users (tenant_id, name, last_name, email, password_hash, sealing_key, deleted_at)
        select 1, name, '', email, '', '', case when name = 'gone' then now() end
        from unnest($1::text[], $2::text[]) as t (name, email)`,
      [
        ['kept', 'twin', 'alone', 'second', 'gone'],
        [NFC, NFD.toUpperCase(), ALONE.normalize('NFD'), `AC\u0327ão@org.example`, NFD],
      ],
    );
    await client.query(
      `insert into organizations (tenant_id, name, acronym) select 1, a, a from unnest($1::text[]) as t (a)`,
      [['A\u00c7\u00c3O', 'AC\u0327A\u0303O', 'JOA\u0303O']],
    );
  });
  await migrateDatabase(database.owner);
  await database.asSuperuser(async (client) => {
    const emails = await client.query<{ name: string; email: string }>('select name, email from users order by id');
    expect(emails.rows).toEqual([
      { name: 'kept', email: NFC },
      { name: 'twin', email: NFD.toUpperCase() },
      { name: 'alone', email: ALONE },
      { name: 'second', email: `AC\u0327ão@org.example` },
      { name: 'gone', email: NFD },
    ]);
    const acronyms = await client.query<{ acronym: string }>('select acronym from organizations order by id');
    expect(acronyms.rows.map((row) => row.acronym)).toEqual(['A\u00c7\u00c3O', 'AC\u0327A\u0303O', 'JO\u00c3O']);
    const tenants = await client.query<{ acronym: string }>('select acronym from tenants order by id');
    expect(tenants.rows.map((row) => row.acronym)).toEqual(['S\u00c3O', 'DOIS']);
    const { rows: held } =
      await client.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not (relrowsecurity and relforcerowsecurity)`);
    expect(held).toEqual([{ relname: 'schema_migrations' }]);
  });
});
