import type { Receipt } from '#contract/writes.ts';
import {
  COMMAND_VERSION,
  type CommandError,
  type CommandOf,
  type CommandPayloads,
  type CommandType,
} from '#mirror/store/outbox-row.ts';
import { PEOPLE, SECTORS } from './build-people.ts';
import { NOW, NOW_MS } from './moments.ts';

const PAYLOADS: CommandPayloads = {
  'create-document': {
    document_subject_id: 1,
    type: 'general_document',
    organization_ids: [SECTORS.traffic.id],
    user_ids: [PEOPLE.bia.id],
    title: 'Medição de novembro',
    physical_document_number: 'Ofício nº 120/2026/SEMOB',
    limit_date: '2026-12-01',
    content: '<p>Segue a medição.</p>',
    tags: [],
    is_exception: false,
    exception_reason: null,
  },
  respond: { content: '<p>De acordo.</p>', limit_date: null, responsible_ids: null, organization_ids: [] },
  'complete-document': { limit_date: null },
  'reopen-document': { limit_date: null },
  'reassign-document': { responsible_ids: [9], organization_ids: [], reason: 'Saiu de férias.' },
  'record-view': { offline: false },
  'create-row': {
    collection: 'organizations',
    row_key: '00000000-0000-4000-8000-00000000aaaa',
    fields: { name: 'Habitação', acronym: 'SEHAB' },
  },
  'update-row': {
    collection: 'organizations',
    row_keys: ['s:1'],
    row_names: [SECTORS.works.name],
    fields: { name: 'Obras e Serviços' },
  },
  'switch-rows': {
    collection: 'organizations',
    row_keys: ['s:1'],
    row_names: [SECTORS.works.name],
    status: 'inactive',
  },
  'delete-rows': { collection: 'organizations', row_keys: ['s:1'], row_names: [SECTORS.works.name] },
};

/** The lane of a command of this type, on document 1 or on the sectors. */
function laneOf(type: CommandType, id: string): string {
  if (type === 'create-document') return id;
  return 'row_key' in PAYLOADS[type] || 'row_keys' in PAYLOADS[type] ? 'rows:organizations' : 's:1';
}

/** A distinct UUID for every number. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Ana's queued command `seq` on document 1; `payload` is merged into the usual one of its type. */
export function buildCommand<Type extends CommandType>(
  type: Type,
  {
    payload,
    ...overrides
  }: Partial<Omit<CommandOf<Type>, 'type' | 'payload'>> & { payload?: Partial<CommandPayloads[Type]> } = {},
): CommandOf<Type> {
  const seq = overrides.seq ?? 1;
  const id = overrides.id ?? uuid(seq);
  return {
    id,
    seq,
    actorId: PEOPLE.ana.id,
    tenantId: 1,
    deviceId: uuid(999),
    loginId: null,
    version: COMMAND_VERSION,
    type,
    documentKey: laneOf(type, id),
    basedOn: null,
    payload: { ...PAYLOADS[type], ...payload },
    files: [],
    performedAtMs: NOW_MS,
    state: 'queued',
    attempts: 0,
    failures: 0,
    dueAtMs: NOW_MS,
    lease: null,
    lastError: null,
    receipt: null,
    doneAtMs: null,
    mayBeRefused: false,
    ...overrides,
  };
}

export function buildError(overrides: Partial<CommandError> = {}): CommandError {
  return { class: 'transient', status: 503, type: null, message: '', errors: {}, code: null, ...overrides };
}

export function buildReceipt(overrides: Partial<Receipt> = {}): Receipt {
  return { key: uuid(1), type: 'respond', result: 'applied', ids: { document_id: 1 }, rev: 11, at: NOW, ...overrides };
}
