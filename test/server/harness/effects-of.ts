import pg from 'pg';
import type { Write } from './write-load.ts';

/**
 * For each write, one entry per place of its file: true where the file belongs to the row that the
 * write's own receipt names. [true] means that the write has one complete effect. Every file is
 * unlike all others, so that a second effect shows.
 */
export async function effectsOf(connection: pg.ClientConfig, writes: readonly Write[]): Promise<boolean[][]> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  const { rows } = await client.query<{ whole: boolean[] }>(
    `select array_agg(r.key is not null) as whole
    from unnest($1::uuid[], $2::text[]) with ordinality as w (key, sha256, place)
    left join files f on f.sha256 = w.sha256
    left join receipts r on r.tenant_id = f.tenant_id and r.key = w.key
      and (r.ids->>'document_id')::bigint = f.document_id
      and (r.ids->>'interaction_id')::bigint is not distinct from f.interaction_id
    group by w.place order by w.place`,
    [writes.map((write) => write.key), writes.map((write) => write.sha256)],
  );
  await client.end();
  return rows.map((row) => row.whole);
}
