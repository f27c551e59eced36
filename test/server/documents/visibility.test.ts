// The SQL forms of `canSee` and `statusAt` equal those of the domain in tables of cases (rules A2,
// B1).

import * as v from 'valibot';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { STORED_STATUSES, statusAt } from '#domain/status.ts';
import { canSee, type VisibilityFacts } from '#domain/visibility.ts';
import { visibleTo } from '#server/policies/visibility.ts';
import type { TenantViewer } from '#server/policies/actor.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { Person, Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));

type Case = VisibilityFacts & { readonly id: number };

/**
 * Every combination of creator, origin, responsibles (now, past), sectors (now, past) and mentions
 * that matters.
 */
async function writeCases(town: Town, firstNumber: number): Promise<Case[]> {
  const { people, sectors } = town;
  const cases: Case[] = [];
  const lists = {
    responsibles: [[], [people.bia.id], [people.davi.id, people.bia.id]],
    sectors: [[], [sectors.SEMED], [sectors.ARQ, sectors.GAB]],
    mentions: [[], [people.caio.id]],
  };
  for (const origin of [null, sectors.SEMOB, sectors.ARQ]) {
    for (const responsibles of lists.responsibles) {
      for (const destinations of lists.sectors) {
        for (const mentions of lists.mentions) {
          const number = firstNumber + cases.length;
          const [row] = await world.query<{ id: string }>(
            `insert into documents (tenant_id, number, stored_status, title, physical_document_number, type, subject_id,
               created_by, origin_organization_id, limit_date, content, search_text)
             values ($1, $2, 'pending', 't', 'n', 'general_document', $3, $4, $5, '2030-01-01', '', '') returning id`,
            [town.id, number, town.subjects.free, people.davi.id, origin],
          );
          const id = Number(row?.id);
          for (const [place, user] of responsibles.entries()) {
            await world.query('insert into document_responsibles values ($1, $2, $3, $4, 0, now())', [
              town.id,
              id,
              user,
              place === 0,
            ]);
          }
          for (const [place, sector] of destinations.entries()) {
            await world.query('insert into document_organizations values ($1, $2, $3, $4, 0)', [
              town.id,
              id,
              sector,
              place === 0,
            ]);
          }
          for (const user of mentions) {
            await world.query("insert into document_tags values ($1, $2, 0, 'x', 'mention', $3)", [town.id, id, user]);
          }
          cases.push({
            id,
            createdBy: people.davi.id,
            originOrganizationId: origin,
            responsibleIdsEver: responsibles,
            organizationIdsEver: destinations,
            mentionedUserIds: mentions,
          });
        }
      }
    }
  }
  return cases;
}

describe('visibility of documents', () => {
  it('visibility is the same in SQL as in the domain, for every case and person, and stops at the tenant', async () => {
    const cases = await writeCases(pmvi, 1);
    await writeCases(world.cmvi, 1);
    for (const [name, person] of Object.entries(pmvi.people) as [string, Person][]) {
      const viewer: TenantViewer = {
        tenantId: pmvi.id,
        userId: person.id,
        organizationId: person.organizationId,
        superAdmin: name.startsWith('admin'),
        readsDocuments: true,
      };
      const rows = await server.database.inTenant(pmvi.id, (tx) =>
        tx.rowsOf(
          v.object({ id: v.number() }),
          sql`select d.id from documents d where ${visibleTo(viewer)} order by d.id`,
        ),
      );
      const expected = cases.filter((one) => canSee(one, viewer)).map((one) => one.id);
      expect([name, rows.map((row) => row.id)]).toEqual([name, expected]);
      expect(expected).not.toEqual([]);
    }
  });

  it('a person whose roles read no documents sees none', async () => {
    const { rows } = await server.database.inTenant(pmvi.id, (tx) =>
      tx.execute(
        sql`select d.id from documents d where ${visibleTo({
          tenantId: pmvi.id,
          userId: pmvi.people.davi.id,
          organizationId: null,
          superAdmin: false,
          readsDocuments: false,
        })}`,
      ),
    );
    expect(rows).toEqual([]);
  });
});

describe('the status', () => {
  it('the status is the same in SQL as in the domain', async () => {
    const today = '2026-11-20';
    for (const storedStatus of STORED_STATUSES) {
      for (const limitDate of ['2025-11-20', '2026-11-19', '2026-11-20', '2026-11-21', '2027-01-01']) {
        const [row] = await world.query<{ status: string }>('select status_at($1, $2::date, $3::date) as status', [
          storedStatus,
          limitDate,
          today,
        ]);
        expect(row?.status).toBe(statusAt({ storedStatus, limitDate }, today));
      }
    }
  });
});
