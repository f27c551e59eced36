import { expect, test } from 'vitest';
import { countFilters, filtersOf, isFiltered, withoutFilters } from './list-choices.ts';
import { listSearch } from './list-search.ts';

test.each([
  [
    { status: 'overdue', page: 3 },
    { status: 'overdue', page: 3 },
  ],
  [{ status: 'nonsense' }, {}],
  [{ page: 0 }, {}],
  [{ page: -2 }, {}],
  [{ search: 42 }, { search: '42' }],
  [{ search: '  ' }, {}],
  [{ from: '2023-12-31' }, {}],
  [{ from: '2025-02-30' }, {}],
  [{ from: '2026-11-20', to: '2026-11-01' }, {}],
  [
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '2026-11-01', to: '2026-11-20' },
  ],
  [{ organization_id: 'x', responsible_id: 7 }, { responsible_id: 7 }],
  [{ order_by_created_at: 'desc', scope: 'others' }, { scope: 'others' }],
])('the address of a list %o is read as %o', (raw, read) => {
  expect(listSearch(raw)).toEqual(read);
});

test('a list shows the newest first and the first page by default', () => {
  expect(filtersOf({})).toMatchObject({ order: 'desc', page: 1 });
});

test('clearing the filters keeps the tab and the order', () => {
  expect(withoutFilters({ scope: 'others', order_by_created_at: 'asc', status: 'pending', page: 4 })).toEqual({
    scope: 'others',
    order_by_created_at: 'asc',
  });
});

test('"Enviados" means every document, so it is not a filter (rule A5)', () => {
  expect(isFiltered({ status: 'sent', page: 2 })).toBe(false);
  expect(isFiltered({ created_by_me: true })).toBe(true);
  expect(countFilters({ status: 'sent', organization_id: 3 })).toBe(1);
});
