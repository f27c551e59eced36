// Documents in every status and models of every kind, for the screens that list them.

import type { DocumentDetails, DocumentRow } from '#contract/documents.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { buildDetails, buildDocumentRow } from '../../builders/build-document.ts';
import { buildPage, putDocument } from '../../builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../builders/build-people.ts';
import { buildModel } from './town.ts';

const { ana, bia, caio, davi } = PEOPLE;

/** `row` with Ana as its current responsible since `arrived`. */
const forAna = (arrived: string): Partial<DocumentRow> => ({
  created_by: bia.id,
  creator: bia,
  origin: SECTORS.traffic,
  responsibles: [ana],
  organizations: [SECTORS.works],
  facts: {
    responsible_ids_ever: [ana.id],
    completed_by: null,
    seen_by_responsible: true,
    arrived_at: { [String(ana.id)]: arrived },
  },
});

/**
 * One document in each status, the exception being the one under review; number 6 has nothing to do
 * with Ana.
 */
export const DOCUMENTS: readonly DocumentRow[] = [
  buildDocumentRow({ id: 1, number: 42, stored_status: 'pending', title: 'Interdição da rua' }),
  buildDocumentRow({
    id: 2,
    number: 43,
    title: 'Medição de novembro',
    limit_date: '2026-11-20',
    is_exception: true,
    exception_reason: 'Chuva.',
    created_at: '2026-11-13T12:00:00.000Z',
    ...forAna('2026-11-13T12:00:00.000Z'),
  }),
  buildDocumentRow({
    id: 3,
    number: 44,
    stored_status: 'extended',
    title: 'Aditivo do contrato',
    created_at: '2026-11-14T12:00:00.000Z',
    ...forAna('2026-11-14T12:00:00.000Z'),
  }),
  buildDocumentRow({
    id: 4,
    number: 45,
    stored_status: 'pending',
    title: 'Relatório atrasado',
    limit_date: '2026-11-18',
    created_at: '2026-11-10T12:00:00.000Z',
    facts: { ...buildDocumentRow().facts, seen_by_responsible: false },
  }),
  buildDocumentRow({
    id: 5,
    number: 1046,
    stored_status: 'completed',
    title: 'Rescisão concluída',
    type: 'termination',
    files_count: 0,
    created_at: '2026-11-09T12:00:00.000Z',
    facts: { ...buildDocumentRow().facts, completed_by: ana.id },
  }),
  buildDocumentRow({
    id: 6,
    number: 47,
    title: 'Só dos outros',
    created_by: caio.id,
    creator: caio,
    origin: SECTORS.archive,
    responsibles: [davi],
    created_at: '2026-11-08T12:00:00.000Z',
    facts: { ...buildDocumentRow().facts, responsible_ids_ever: [davi.id], arrived_at: {} },
  }),
];

/** Puts registered documents on the device, with their details. */
export async function withDocuments(
  mirror: Mirror,
  rows: readonly DocumentRow[] = DOCUMENTS,
  details: Partial<DocumentDetails> = {},
): Promise<void> {
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await mirror.details.bulkPut(
    rows.map((row) => ({ ...buildDetails(row, details), key: keyOfServerId(row.id), openedAtMs: 0 })),
  );
}

/** A PDF and a Word model of documents, and a flow without files. */
export const MODELS: readonly ModelRow[] = [
  buildModel({ name: 'Modelo de ofício', description: 'Para pedidos entre secretarias.' }),
  buildModel({
    id: 2,
    name: 'Modelo de portaria',
    file_mime_type: 'word',
    files: [{ id: 12, name: 'portaria.docx', mime_type: 'application/msword', size: 3000 }],
  }),
  buildModel({ id: 3, name: 'Fluxo de férias', type: 'flow_model', files: [] }),
];
