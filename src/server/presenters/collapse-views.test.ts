import { describe, expect, it } from 'vitest';
import type { StoredView } from '../queries/document-details.ts';
import { collapseViews } from './collapse-views.ts';

let id = 0;
const log = (action: StoredView['action'], userId: number, at: string, offline = false): StoredView => ({
  id: ++id,
  action,
  creator: { id: userId, name: 'Ana', last_name: 'P', organization: null },
  limit_date: null,
  responsibles: [],
  organizations: [],
  reason: null,
  created_at: at,
  performed_at: at,
  clock_suspect: false,
  command_id: null,
  offline,
});

describe('the history of views (rule E2)', () => {
  it('has one line per person per 30 minutes, and counts every view', () => {
    const { logs, viewers } = collapseViews([
      log('creation', 1, '2026-11-20T10:00:00.000Z'),
      log('view', 1, '2026-11-20T10:00:00.000Z'),
      log('view', 2, '2026-11-20T10:10:00.000Z'),
      log('view', 1, '2026-11-20T10:20:00.000Z'),
      log('completion', 1, '2026-11-20T10:21:00.000Z'),
      log('view', 1, '2026-11-20T10:29:59.999Z'),
      log('view', 1, '2026-11-20T10:30:00.000Z', true),
    ]);
    expect(logs.map((one) => `${one.action} ${one.creator.id} ${one.performed_at.slice(11, 16)}`)).toEqual([
      'creation 1 10:00',
      'view 1 10:00',
      'view 2 10:10',
      'completion 1 10:21',
      'view 1 10:30',
    ]);
    expect(viewers).toMatchObject([
      {
        user: { id: 1 },
        first_at: '2026-11-20T10:00:00.000Z',
        last_at: '2026-11-20T10:30:00.000Z',
        count: 4,
        offline: true,
      },
      { user: { id: 2 }, count: 1, offline: false },
    ]);
    expect(logs.every((one) => !('offline' in one))).toBe(true);
  });

  it('keeps the time of views that arrive late', () => {
    const { viewers } = collapseViews([
      log('view', 1, '2026-11-20T10:00:00.000Z'),
      log('view', 1, '2026-11-19T08:00:00.000Z', true),
    ]);
    expect(viewers).toMatchObject([
      { first_at: '2026-11-19T08:00:00.000Z', last_at: '2026-11-20T10:00:00.000Z', count: 2, offline: false },
    ]);
  });
});
