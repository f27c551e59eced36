// Documents in every status of rule A1, and what tests do to one and ask of it.

import type { DocumentFull } from '#contract/documents.ts';
import type { TestTown } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

/** When the documents are made: noon of 2026-11-20 in São Paulo. */
export const START_MS = Date.parse('2026-11-20T15:00:00Z');
const DAY_MS = 86_400_000;

export type Status = 'pending' | 'under_review' | 'extended' | 'overdue' | 'completed';

type Making = {
  readonly town: TestTown;
  /** The clock of the town's server. An overdue document moves it past the limit date. */
  readonly clock: { nowMs: number };
};

/** From ana to bia, limit 2026-11-25, in the wanted status. */
export async function documentIn(status: Status, { town, clock }: Making): Promise<DocumentFull> {
  const { pmvi, ana, bia } = town;
  const made = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: '2026-11-25' } as const;
  const document = await createdDocument(ana, made);
  if (status === 'under_review') await bia.get(`/api/documents/${document.id}`);
  if (status === 'extended') await patch(ana, document, { content: 'Prorrogo.', limit_date: '2026-11-26' });
  if (status === 'completed') await patch(ana, document, { status: 'completed' });
  if (status === 'overdue') clock.nowMs = START_MS + 6 * DAY_MS;
  return document;
}

export function patch(client: TestClient, document: { id: number }, body: object) {
  return client.send('PATCH', `/api/documents/${document.id}`, body);
}

/** The body of a transfer to Caio of GAB. */
export const toCaio = ({ people, sectors }: Town) => ({
  responsible_ids: [people.caio.id],
  organization_ids: [sectors.GAB],
});

/** The actions of the document's log but views, from the oldest. */
export async function actionsOf(world: World, { id }: { id: number }): Promise<string[]> {
  const rows = await world.query<{ action: string }>('select action from logs where document_id = $1 order by id', [
    id,
  ]);
  return rows.map((row) => row.action).filter((action) => action !== 'view');
}
