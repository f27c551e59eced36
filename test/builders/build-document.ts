import type { DocumentDetails, DocumentFull, DocumentLog, DocumentRow, Interaction } from '#contract/documents.ts';
import { PEOPLE, SECTORS } from './build-people.ts';
import { minutesFromNow } from './moments.ts';

const CREATED_AT = '2026-11-12T11:47:00.000Z';

/**
 * A registered document: made by Ana in Obras, with Bia in Trânsito as responsible, due in a week.
 */
export function buildDocumentRow(overrides: Partial<DocumentRow> = {}): DocumentRow {
  const { ana, bia } = PEOPLE;
  return {
    id: 1,
    rev: 10,
    number: 42,
    stored_status: 'under_review',
    status: 'under_review',
    is_exception: false,
    exception_reason: null,
    title: 'Interdição parcial da Rua das Aroeiras',
    physical_document_number: 'Ofício nº 118/2026/SEMOB',
    type: 'general_document',
    created_at: CREATED_AT,
    limit_date: '2026-11-27',
    created_by: ana.id,
    creator: ana,
    origin: SECTORS.works,
    subject: { id: 1, name: 'Sinalização viária' },
    responsibles: [bia],
    organizations: [SECTORS.traffic],
    tags: [],
    facts: {
      responsible_ids_ever: [bia.id],
      completed_by: null,
      seen_by_responsible: true,
      arrived_at: { [String(bia.id)]: CREATED_AT },
    },
    files_count: 1,
    interactions_count: 0,
    last_activity_at: CREATED_AT,
    command_id: null,
    ...overrides,
  };
}

/** The details of `row`: the text and the log of its creation. */
export function buildDetails(row: DocumentRow, overrides: Partial<DocumentDetails> = {}): DocumentDetails {
  return {
    id: row.id,
    rev: row.rev,
    content: '<p>Solicito a interdição.</p>',
    files: [],
    interactions: [],
    logs: [
      buildLog({
        id: row.id * 100,
        creator: row.creator,
        responsibles: row.responsibles,
        organizations: row.organizations,
        created_at: row.created_at,
        performed_at: row.created_at,
        command_id: row.command_id,
      }),
    ],
    viewers: [],
    ...overrides,
  };
}

export function buildLog(overrides: Partial<DocumentLog> = {}): DocumentLog {
  const at = minutesFromNow(-60);
  return {
    id: 100,
    action: 'creation',
    creator: PEOPLE.ana,
    limit_date: null,
    responsibles: [],
    organizations: [],
    reason: null,
    created_at: at,
    performed_at: at,
    clock_suspect: false,
    command_id: null,
    ...overrides,
  };
}

export function buildInteraction(overrides: Partial<Interaction> = {}): Interaction {
  const at = minutesFromNow(-30);
  return {
    id: 500,
    creator: PEOPLE.bia,
    content: '<p>Recebido.</p>',
    files: [],
    created_at: at,
    performed_at: at,
    clock_suspect: false,
    command_id: null,
    ...overrides,
  };
}

/** What a write answers: the row, its details and the abilities. */
export function buildFull(row: DocumentRow, overrides: Partial<DocumentDetails> = {}): DocumentFull {
  const { id: _id, rev: _rev, ...details } = buildDetails(row, overrides);
  return {
    ...row,
    ...details,
    abilities: {
      completeDocument: true,
      extendDocument: true,
      transferDocument: true,
      reopenDocument: false,
      replyDocument: true,
    },
  };
}
