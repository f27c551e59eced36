import { describe, expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { uuid } from '../../../test/builders/build-command.ts';
import { searchTextOf, searchWordsOf } from '#domain/search.ts';
import { foldedRowOf, mirrorDocumentOf, serverRowOf } from './folded-row.ts';
import { INK, type MirrorDocument } from '../store/rows.ts';

const { ana, bia, caio } = PEOPLE;
const ROW = buildDocumentRow({
  title: 'Interdição da Rua',
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
const shown = (overrides: Partial<MirrorDocument> = {}, key = 's:1') => ({
  ...mirrorDocumentOf(foldedRowOf(ROW), { key, pencil: INK }),
  ...overrides,
});

describe('the text by which a document is found', () => {
  it('has the words of its title apart, and all others', () => {
    const words = searchWordsOf(shown().searchText);
    expect(words?.title.join(' ')).toBe('interdicao da rua');
    const others = new Set(words?.others);
    for (const word of ['oficio', '7', 'sinalizacao', 'viaria', 'urgente', 'ana']) expect(others).toContain(word);
    for (const word of ['bia', 'souza', 'caio', 'porto']) expect(others).toContain(word);
    for (const word of ['transito', 'semtran', 'arquivo', 'arq', 'obras', 'semob']) expect(others).toContain(word);
  });

  it('has no word that the document does not have', () => {
    const parts = {
      ticket: null,
      title: '',
      physicalDocumentNumber: ROW.physical_document_number,
      subject: ROW.subject.name,
      tags: ['urgente', 'ana'],
      responsibles: ['Bia Souza', 'Caio Porto'],
      sectors: ['Trânsito SEMTRAN', 'Arquivo ARQ', 'Obras SEMOB'],
    };
    expect(searchWordsOf(shown().searchText)?.others.join(' ')).toBe(searchTextOf(parts).trim());
  });

  it('does without a sector of origin', () => {
    const { searchText } = mirrorDocumentOf({ ...foldedRowOf(ROW), origin: null }, { key: 's:1', pencil: INK });
    expect(searchText).not.toMatch(/semob|undefined/);
    expect(searchText).toContain('semtran');
  });
});

it('only a document that was made here has a local code, which finds it', () => {
  expect(shown().localCode).toBeNull();
  const made = shown({}, uuid(0xabcd));
  expect(made.localCode).toBe('L-ABCD');
  expect(made.searchText).toContain('l abcd');
});

describe('the server row of a document', () => {
  it('is there once it has an id and a number', () => {
    expect(serverRowOf(shown())).toEqual({ ...ROW, status: ROW.stored_status });
    expect(serverRowOf(shown({ serverId: null }))).toBeNull();
    expect(serverRowOf(shown({ number: null }))).toBeNull();
  });
});
