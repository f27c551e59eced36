// The town hall in which the histories take place: two sectors, four people (one without a device),
// three devices.

import type { OrganizationRow } from '#contract/reference-data.ts';
import { judgeCreate } from '../fakes/model-server/judge-create.ts';
import { write } from '../fakes/model-server/write.ts';
import { CORRECT, type Model, type ModelFaults, type ModelUser, ZONE } from '../fakes/model-server/model.ts';

export const START_MS = Date.parse('2026-11-20T15:00:00.000Z');

const SECTORS = { semob: 11, semed: 12 } as const;

/** Devices by name, with the people who use them. The tablet changes hands. */
export const DEVICES = { tablet: [1, 2], phone: [2], desk: [3] } as const satisfies Record<string, readonly number[]>;
export type DeviceName = keyof typeof DEVICES;

export function buildModel(now: () => number, faults: Partial<ModelFaults> = {}): Model {
  const organizations = new Map<number, OrganizationRow>();
  for (const [acronym, id] of Object.entries(SECTORS)) {
    organizations.set(id, {
      id,
      rev: 1,
      name: `Secretaria ${acronym}`,
      acronym: acronym.toUpperCase(),
      status: 'active',
      deleted: false,
    });
  }
  const sector = (id: number) => organizations.get(id) ?? null;
  const person = (id: number, at: { name: string; sectorId: number }): ModelUser & { rev: number } => {
    const organization = sector(at.sectorId);
    return {
      id,
      rev: 1,
      name: at.name,
      last_name: 'Modelo',
      organization:
        organization === null ? null : { id: organization.id, name: organization.name, acronym: organization.acronym },
      role: 'Servidor',
      status: 'active',
      image: null,
      deleted: false,
      email: `${id}@model.example`,
      superAdmin: false,
      scopeEpoch: `${id}-1`,
    };
  };
  return {
    faults: { ...CORRECT, ...faults },
    boundedFrom: Infinity,
    now,
    rev: 1,
    lastId: 100,
    lastNumber: 0,
    tenant: { name: 'Prefeitura Modelo', acronym: 'PMVI', time_zone: ZONE, rev: 1 },
    organizations,
    users: new Map([
      [1, person(1, { name: 'Ana', sectorId: SECTORS.semob })],
      [2, person(2, { name: 'Bruno', sectorId: SECTORS.semob })],
      [3, person(3, { name: 'Célia', sectorId: SECTORS.semed })],
      [4, person(4, { name: 'Davi', sectorId: SECTORS.semed })],
    ]),
    roles: new Map(),
    subjects: new Map([
      [
        21,
        {
          id: 21,
          rev: 1,
          name: 'Obras',
          status: 'active',
          submission_start_day: null,
          submission_end_day: null,
          exempt_submission_date_organizations: [],
          deleted: false,
        },
      ],
    ]),
    alerts: new Map(),
    holidays: new Map(),
    models: new Map(),
    documents: new Map(),
    receipts: new Map(),
    uploads: new Map(),
    withdrawn: new Map(),
    refused: new Set(),
    tombstones: [],
    effects: [],
    countedViews: new Set(),
  };
}

/** A document of Ana's appears on the server; it is for Bruno unless it is said for whom. */
export function addDocument(
  model: Model,
  { title, userId = 2, sectorIds = [11] }: { title: string; userId?: number; sectorIds?: readonly number[] },
): void {
  const input = {
    document_subject_id: 21,
    type: 'general_document' as const,
    organization_ids: [...sectorIds],
    user_ids: [userId],
    title,
    physical_document_number: '1',
    limit_date: '2026-12-01',
    content: '<p>x</p>',
    tags: [],
    is_exception: false,
    exception_reason: null,
    files_sha256: [],
  };
  const files = [{ id: 1, name: 'a.txt', mime_type: 'text/plain', size: 1, sha256: 'a'.repeat(64) }];
  const judge = judgeCreate(model, { input, files, author: { userId: 1, key: null } });
  const writer = {
    sessionUserId: 1,
    actingUserId: null,
    key: null,
    attempt: 0,
    performedAt: null,
    fingerprint: title,
  };
  write(model, { writer, type: 'create-document', documentId: null, created: true, judge });
}
