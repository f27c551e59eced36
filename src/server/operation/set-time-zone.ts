import { acronymOf } from '#domain/text.ts';
import { isTimeZone } from '#domain/time-zones.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type pg from 'pg';
import { openDatabase } from '../db/database.ts';
import { stampChange } from '../once/change-counter.ts';

/**
 * Sets the zone in which a tenant's days begin. Devices are told of the change. Throws one
 * Portuguese sentence when there is no such tenant or zone.
 */
export async function setTimeZone(
  connection: pg.ClientConfig,
  { acronym, zone }: { readonly acronym: string; readonly zone: string },
): Promise<void> {
  if (!isTimeZone(zone)) throw new Error(noZone(zone));
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    const [tenant] = await database.onceAsSystem((tx) =>
      tx.rowsOf(
        v.object({ id: v.number() }),
        sql`select id from tenants where lower(acronym) = lower(${acronymOf(acronym)})`,
      ),
    );
    if (tenant === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
    await database.inTenant(tenant.id, async (tx) => {
      await tx.execute(sql`update tenants set time_zone = ${zone} where id = ${tenant.id}`);
      await stampChange(tx, { tenantId: tenant.id, touched: { tenants: [tenant.id] } });
    });
  } finally {
    await database.close();
  }
}

export function noZone(zone: string): string {
  return `não há fuso horário ${zone}: informe um como America/Sao_Paulo ou America/Manaus`;
}
