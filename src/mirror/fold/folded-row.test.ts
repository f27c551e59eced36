import { describe, expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { uuid } from '../../../test/builders/build-command.ts';
import { foldedRowOf, mirrorDocumentOf, serverRowOf } from './fold.ts';
import { INK, type MirrorDocument } from '../store/rows.ts';

const ROW = buildDocumentRow({ tags: [{ title: 'urgente', type: 'keyword', user_id: null }] });
const shown = (overrides: Partial<MirrorDocument> = {}, key = 's:1') => ({
  ...mirrorDocumentOf(foldedRowOf(ROW), { key, pencil: INK }),
  ...overrides,
});

it('only a document that was made here has a local code', () => {
  expect(shown().localCode).toBeNull();
  expect(shown({}, uuid(0xabcd)).localCode).toBe('L-ABCD');
});

describe('the server row of a document', () => {
  it('is there once it has an id and a number', () => {
    expect(serverRowOf(shown())).toEqual({ ...ROW, status: ROW.stored_status });
    expect(serverRowOf(shown({ serverId: null }))).toBeNull();
    expect(serverRowOf(shown({ number: null }))).toBeNull();
  });
});
