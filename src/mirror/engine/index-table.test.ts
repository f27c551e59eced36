import { describe, expect, it } from 'vitest';
import { uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { searchTextOf } from '#domain/search.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/fold.ts';
import { INK } from '../store/rows.ts';
import { EntryWords, wordsOf } from './index-table.ts';

const { ana, bia, caio } = PEOPLE;
const ROW = buildDocumentRow({
  title: 'Interdição da  Rua – Rua Bia!',
  physical_document_number: 'Ofício nº 7',
  subject: { id: 1, name: 'Sinalização viária' },
  responsibles: [bia, caio],
  organizations: [SECTORS.traffic, SECTORS.archive],
  origin: SECTORS.works,
  tags: [
    { title: 'urgente', type: 'keyword', user_id: null },
    { title: 'ana', type: 'mention', user_id: ana.id },
  ],
});

/** The words of rows, those of the titles apart, in their order. */
function wordsIn(rows: readonly (typeof ROW)[], key = 's:1') {
  const packed = new EntryWords(wordsOf(rows.map((row) => mirrorDocumentOf(foldedRowOf(row), { key, pencil: INK }))));
  const all = packed.list();
  return rows.map((_none, place) => {
    const { lines, title } = packed.placesOf(place);
    const own = Array.from(lines, (at) => all[at] ?? '');
    return { title: own.slice(0, title), others: own.slice(title).flatMap((line) => line.split(' ')) };
  });
}

const PARTS = {
  ticket: null,
  title: ROW.title,
  physicalDocumentNumber: ROW.physical_document_number,
  subject: ROW.subject.name,
  tags: ['urgente', 'ana'],
  responsibles: ['Bia Souza', 'Caio Porto'],
  sectors: ['Trânsito SEMTRAN', 'Arquivo ARQ', 'Obras SEMOB'],
};

describe('the words by which a document is found', () => {
  it('are those of its text, those of its title first', () => {
    const [words] = wordsIn([ROW]);
    expect(words?.title).toEqual(['interdicao', 'da', 'rua', 'bia']);
    const all = new Set(searchTextOf(PARTS).split(' '));
    expect(new Set([...(words?.title ?? []), ...(words?.others ?? [])])).toEqual(all);
  });

  it('do without a title and without a sector of origin', () => {
    const [bare, whole] = wordsIn([{ ...ROW, title: '–', origin: null }, ROW]);
    expect(bare?.title).toEqual([]);
    const all = new Set(searchTextOf({ ...PARTS, title: '', sectors: PARTS.sectors.slice(0, 2) }).split(' '));
    expect(new Set(bare?.others)).toEqual(all);
    expect(whole).toEqual(wordsIn([ROW])[0]);
  });

  it('have the local code of a document that was made here', () => {
    const [words] = wordsIn([ROW], uuid(0xabcd));
    expect(words?.others.slice(0, 2)).toEqual(['labcd', 'oficio']);
  });
});
