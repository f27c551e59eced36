import { describe, expect, it } from 'vitest';
import { pageLinks } from './list-documents.ts';

const labels = (page: number, lastPage: number) =>
  pageLinks({ path: '/api/documents', query: {}, page, lastPage })
    .links.map((link) => (link.active ? `[${link.label}]` : link.label))
    .join(' ');

describe('page links (rule F1)', () => {
  it.each([
    [1, 1, 'Anterior [1] Próxima'],
    [2, 2, 'Anterior 1 [2] Próxima'],
    [7, 13, 'Anterior 1 2 3 4 5 6 [7] 8 9 10 11 12 13 Próxima'],
    [1, 20, 'Anterior [1] 2 3 4 5 6 7 8 ... 19 20 Próxima'],
    [10, 20, 'Anterior 1 2 ... 7 8 9 [10] 11 12 13 ... 19 20 Próxima'],
    [20, 20, 'Anterior 1 2 ... 13 14 15 16 17 18 19 [20] Próxima'],
    [99, 2, 'Anterior 1 2 Próxima'],
  ])('show these entries on page %i of %i', (page, lastPage, text) => {
    expect(labels(page, lastPage)).toBe(text);
  });

  it('keep the filters in every address', () => {
    const frame = pageLinks({
      path: '/api/documents',
      query: { search: 'água & luz', status: 'sent' },
      page: 1,
      lastPage: 2,
    });
    expect(frame.next_page_url).toBe('/api/documents?search=%C3%A1gua+%26+luz&status=sent&page=2');
    expect(frame.prev_page_url).toBeNull();
  });
});
