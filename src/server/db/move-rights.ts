// Gives what some roles may do in a database to others: rights, policies and the triggers that name
// them.

import type pg from 'pg';

type Pair = Readonly<Record<'working' | 'system', string>>;

/** In one transaction, as the owner. */
export async function moveRights(client: pg.Client, { from, to }: { from: Pair; to: Pair }): Promise<void> {
  await client.query('begin');
  try {
    for (const which of ['working', 'system'] as const) {
      const { rows } = await client.query<{ statement: string }>(STATEMENTS, [from[which], to[which]]);
      for (const { statement } of rows) await client.query(statement);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** What is granted to $1 here. Each kind is named in `grant` as its object is. */
const GRANTED = `
  select a.privilege_type as privilege, a.grantee, case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as object, '' as part
    from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'table ' || t.attrelid::regclass, format(' (%I)', t.attname)
    from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a where c.relnamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'function ' || p.oid::regprocedure, ''
    from pg_proc p, aclexplode(p.proacl) a where p.pronamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'schema public', '' from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public'
  union all
  select a.privilege_type, a.grantee, format('database %I', d.datname), ''
    from pg_database d, aclexplode(d.datacl) a where d.datname = current_database()`;

/** The statements that move everything from role $1 to role $2, rights first. */
const STATEMENTS = `
  with held as (select g.* from (${GRANTED}) g where g.grantee = to_regrole($1))
  select format('grant %s%s on %s to %I', privilege, part, object, $2::text) as statement, 1 as turn from held
  union all
  select distinct format('revoke all on %s from %I', object, $1::text), 2 from held
  union all
  select format('alter policy %I on %s to %I', p.polname, p.polrelid::regclass, $2::text), 3
    from pg_policy p where p.polroles = array[to_regrole($1)::oid]
  union all
  select format('drop trigger %I on %s; ', t.tgname, t.tgrelid::regclass)
      || replace(pg_get_triggerdef(t.oid), quote_literal($1), quote_literal($2)), 4
    from pg_trigger t where not t.tgisinternal and pg_get_triggerdef(t.oid) like '%' || quote_literal($1) || '%'
  order by turn`;
