import { expect, it } from 'vitest';
import type { DocumentLog } from '#contract/documents.ts';
import { withoutRepeatedViews } from './present-document.ts';

let id = 0;
const log = (action: DocumentLog['action'], userId: number, at: string): DocumentLog => ({
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
});

it('the history has one line of views per person per 30 minutes (rule E2)', () => {
  const logs = withoutRepeatedViews([
    log('creation', 1, '2026-11-20T10:00:00.000Z'),
    log('view', 1, '2026-11-20T10:00:00.000Z'),
    log('view', 2, '2026-11-20T10:10:00.000Z'),
    log('view', 1, '2026-11-20T10:20:00.000Z'),
    log('completion', 1, '2026-11-20T10:21:00.000Z'),
    log('view', 1, '2026-11-20T10:29:59.999Z'),
    log('view', 1, '2026-11-20T10:30:00.000Z'),
  ]);
  expect(logs.map((one) => `${one.action} ${one.creator.id} ${one.performed_at.slice(11, 16)}`)).toEqual([
    'creation 1 10:00',
    'view 1 10:00',
    'view 2 10:10',
    'completion 1 10:21',
    'view 1 10:30',
  ]);
});
