// Rows to request, inserted into the demonstration's database by its owner: one row per call, so
// that no call depends on what another did. Every text of the other tenant's rows contains FOREIGN,
// so that a leak shows wherever it is.

import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { addDays } from '#domain/dates.ts';
import pg from 'pg';
import type { TestServer } from '../harness/harness.ts';

/** Part of every text of the other tenant's rows, and of no other text. */
export const FOREIGN = 'zxq7foreign';

export type Workplace = { readonly tenantId: number; readonly sectorId: number };
export type Targets = Awaited<ReturnType<typeof openTargets>>;

const OWN = 1;
export const OTHER_TENANT = 2;

/** Close it before the server. */
export async function openTargets(server: TestServer) {
  const client = new pg.Client(server.connection);
  await client.connect();
  let serial = 0;
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`).join(', ');
    const [made] = await query<{ id?: string }>(
      `insert into ${table} (${names.join(', ')}) values (${places}) returning *`,
      Object.values(row),
    );
    return Number(made?.id ?? 0);
  };
  const one = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await query<{ id: string }>(text, values))[0]?.id);
  const word = ({ tenantId }: { tenantId: number }): string =>
    `${tenantId === OTHER_TENANT ? FOREIGN : 'alvo'} ${++serial}`;

  for (const table of [
    'users',
    'organizations',
    'document_subjects',
    'alerts',
    'holidays',
    'models',
    'documents',
    'roles',
  ]) {
    const column = ['alerts', 'documents'].includes(table) ? 'title' : 'name';
    await query(`update ${table} set ${column} = ${column} || ' ${FOREIGN}' where tenant_id = ${OTHER_TENANT}`);
  }
  const [stored] = await query<{ storage_key: string; sha256: string }>(
    'select storage_key, sha256 from files limit 1',
  );
  const storageKey = stored?.storage_key;
  await query('update tenants set logo_key = $1, logo_sha256 = $2', [storageKey, stored?.sha256]);
  /**
   * People without a column in the table: they create the requested rows and are responsible for
   * them.
   */
  const neutral = (tenantId: number): Promise<number> =>
    one(`select max(id) as id from users where tenant_id = $1 and status = 'active'`, [tenantId]);
  const clerks = new Map([
    [OWN, await neutral(OWN)],
    [OTHER_TENANT, await neutral(OTHER_TENANT)],
  ]);
  const clerk = (place: { tenantId: number }): number => clerks.get(place.tenantId) ?? 0;

  async function file(place: Workplace, owner: { document_id?: number; model_id?: number }): Promise<number> {
    const stored = await server.services.files.put(Readable.from('%PDF-1.4'), { maxBytes: 100 });
    return insert('files', {
      tenant_id: place.tenantId,
      ...owner,
      name: `${word(place)}.pdf`,
      mime_type: 'application/pdf',
      size: stored.size,
      sha256: stored.sha256,
      storage_key: stored.storageKey,
    });
  }
  return {
    query,
    numberOf: (id: number): Promise<number> => one('select number as id from documents where id = $1', [id]),
    file,
    /** An import of another person than those of the table. */
    imported: (place: Workplace) =>
      insert('imports', {
        tenant_id: place.tenantId,
        by: clerk(place),
        kind: 'users',
        sha256: '0'.repeat(64),
        counts: JSON.stringify({ new: 1, changed: 0, off: 0 }),
        report: JSON.stringify({ lines: [], off: [word(place)] }),
      }),
    sectorId: (tenantId: number, acronym: string) =>
      one('select id from organizations where tenant_id = $1 and acronym = $2', [tenantId, acronym]),
    userId: (email: string) => one('select id from users where email = $1', [email]),
    clerk,
    subject: (place: { tenantId: number }) =>
      insert('document_subjects', { tenant_id: place.tenantId, name: word(place) }),
    alert: (place: { tenantId: number }) =>
      insert('alerts', {
        tenant_id: place.tenantId,
        title: word(place),
        description: word(place),
        limit_date: '2031-01-01',
      }),
    holiday: (place: { tenantId: number }) =>
      insert('holidays', { tenant_id: place.tenantId, name: word(place), day: dayNo(++serial), kind: 'municipal' }),
    organization: (place: { tenantId: number }) =>
      insert('organizations', { tenant_id: place.tenantId, name: word(place), acronym: `A${++serial}` }),
    /** A reader of the sector with a photo. */
    async user(place: Workplace): Promise<number> {
      const id = await insert('users', {
        tenant_id: place.tenantId,
        name: word(place),
        last_name: 'Alvo',
        email: `${randomUUID()}@x.example`,
        password_hash: 'none',
        organization_id: place.sectorId,
        sealing_key: randomBytes(32),
        image_key: storageKey,
      });
      const role = await one(`select id from roles where tenant_id = $1 and name like 'Consulta%'`, [place.tenantId]);
      await insert('user_roles', { tenant_id: place.tenantId, user_id: id, role_id: role });
      return id;
    },
    /**
     * From and to the sector; its responsible works there; no person of a column created it or is
     * responsible for it.
     */
    async document(place: Workplace & { status?: string; responsibleId?: number }): Promise<number> {
      const { tenantId, sectorId } = place;
      const subjectId = await one('select min(id) as id from document_subjects where tenant_id = $1', [tenantId]);
      const id = await insert('documents', {
        tenant_id: tenantId,
        number: 10_000 + ++serial,
        stored_status: place.status ?? 'under_review',
        title: word(place),
        physical_document_number: word(place),
        type: 'general_document',
        subject_id: subjectId,
        created_by: clerk(place),
        origin_organization_id: sectorId,
        limit_date: '2031-01-31',
        content: `<p>${word(place)}</p>`,
        search_text: 'alvo',
        completed_by: place.status === 'completed' ? clerk(place) : null,
      });
      const common = { tenant_id: tenantId, document_id: id, current: true };
      const responsible = place.responsibleId ?? clerk(place);
      await insert('document_responsibles', { ...common, user_id: responsible, arrived_at: '2026-01-01' });
      await insert('document_organizations', { ...common, organization_id: sectorId });
      return id;
    },
    async model(place: Workplace): Promise<{ id: number; fileId: number }> {
      const id = await insert('models', {
        tenant_id: place.tenantId,
        name: word(place),
        description: 'd',
        type: 'flow_model',
        file_mime_type: 'pdf',
      });
      const { tenantId: tenant_id, sectorId: organization_id } = place;
      await insert('model_organizations', { tenant_id, model_id: id, organization_id });
      return { id, fileId: await file(place, { model_id: id }) };
    },
    async receipt(place: { tenantId: number; userId: number }): Promise<string> {
      const key = randomUUID();
      await insert('receipts', {
        tenant_id: place.tenantId,
        actor_id: place.userId,
        key,
        type: 'respond',
        fingerprint: '',
        result: 'applied',
        ids: '{}',
        rev: 1,
      });
      return key;
    },
    receiptKey: (): Promise<string> => server.services.receiptKeys.current(OWN),
    close: () => client.end(),
  };
}

/** A day of its own for each number. */
function dayNo(serial: number): string {
  return addDays('2100-01-01', serial);
}
