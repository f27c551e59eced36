// The documents of a city, always the same ones. Every store of the bench receives them.

import type { DocumentRow } from '#contract/documents.ts';
import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { buildDocumentRow } from '../../builders/build-document.ts';
import { buildPage, putDocument } from '../../builders/build-page.ts';

/** Documents of one page: the most that a device requests. */
export const PAGE = 500;

const YEARS_MS = 5 * 365 * 86_400_000;
const NEWEST_MS = Date.parse('2026-11-19T18:00:00.000Z');
const DAY_MS = 86_400_000;
const WORDS = (
  'interdição reforma escola hidráulica iluminação pavimentação drenagem merenda transporte vacinação licitação ' +
  'contrato servidor férias praça ponte creche poda árvore semáforo ciclovia calçada esgoto água telhado pintura ' +
  'equipamento manutenção veículo combustível convênio prestação contas audiência pública cadastro imóvel'
).split(' ');
const SECTORS: readonly OrganizationRef[] = Array.from({ length: 40 }, (_none, at) => ({
  id: at + 1,
  name: `Secretaria de ${capital(WORDS[at % WORDS.length] ?? '')} ${at + 1}`,
  acronym: `SEC${at + 1}`,
}));
const PEOPLE: readonly PersonRef[] = Array.from({ length: 600 }, (_none, at) => ({
  id: at + 1,
  name: ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'João'][at % 6] ?? '',
  last_name: `${capital(WORDS[at % 31] ?? '')} ${at + 1}`,
  organization: SECTORS[at % SECTORS.length] ?? null,
}));

/** Newest first, as the server sends them. */
export function documentsOf(count: number): DocumentRow[] {
  const next = dice(count);
  const pick = <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)] as One;
  return Array.from({ length: count }, (_none, place) => {
    const id = count - place;
    const atMs = NEWEST_MS - Math.floor((place / count) * YEARS_MS);
    const created_at = new Date(atMs).toISOString();
    const stored_status = next() < 0.75 ? 'completed' : pick(['pending', 'under_review', 'extended'] as const);
    const responsibles = [pick(PEOPLE), ...(next() < 0.3 ? [pick(PEOPLE)] : [])];
    const creator = pick(PEOPLE);
    const title = Array.from({ length: 6 }, () => pick(WORDS)).join(' ');
    return buildDocumentRow({
      id,
      rev: id,
      number: id,
      stored_status,
      status: stored_status,
      title: `${capital(title)} nº ${id}`,
      physical_document_number: `Ofício nº ${(id % 900) + 1}/${created_at.slice(0, 4)}`,
      created_at,
      limit_date: new Date(atMs + (5 + Math.floor(next() * 40)) * DAY_MS).toISOString().slice(0, 10),
      created_by: creator.id,
      creator,
      origin: creator.organization,
      subject: { id: 1 + (id % 60), name: `Assunto de ${WORDS[id % 31] ?? ''} ${1 + (id % 60)}` },
      responsibles,
      organizations: responsibles.flatMap(({ organization }) => (organization === null ? [] : [organization])),
      facts: {
        responsible_ids_ever: responsibles.map((person) => person.id),
        completed_by: stored_status === 'completed' ? creator.id : null,
        seen_by_responsible: true,
        arrived_at: Object.fromEntries(responsibles.map((person) => [String(person.id), created_at])),
      },
      last_activity_at: created_at,
    });
  });
}

/** The walk over all documents, as JSON. */
export function walkOf(documents: readonly DocumentRow[]): string[] {
  const pages: string[] = [];
  for (let from = 0; from < documents.length; from += PAGE) {
    const has_more = from + PAGE < documents.length;
    const rows = documents.slice(from, from + PAGE);
    const page = { has_more, snapshot: has_more, next_cursor: `c${from + PAGE}` };
    pages.push(JSON.stringify(buildPage(rows.map(putDocument), page)));
  }
  return pages;
}

/** A page in which `count` documents, spread over all, received the word `mark` in their title. */
export function changedPage(
  documents: readonly DocumentRow[],
  { count, mark, rev }: { count: number; mark: string; rev: number },
): ChangesPage {
  const step = Math.floor(documents.length / count);
  const rows = Array.from({ length: count }, (_none, at) => {
    const row = documents[at * step] as DocumentRow;
    return putDocument({ ...row, rev: rev + at, title: `${mark} ${row.title}` });
  });
  return buildPage(rows, { next_cursor: `d${rev}` });
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
