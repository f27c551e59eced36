type Query = <Row>(text: string) => Promise<Row[]>;

/**
 * Tells apart every two states of the database: the number of rows of each table, and which
 * transactions wrote them. Access events are left out: attempts and readings are recorded (S229).
 */
export async function stateOfDatabase(query: Query): Promise<unknown> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not relispartition order by 1`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*) as rows, sum(xmin::text::bigint) as written from ${name}`,
  );
  return query(counts.join(' union all '));
}
