import { expect, test } from 'vitest';
import { dayHeading, doneAndReceived, narrowStamp } from './moments.ts';

const here = { today: '2026-11-19', zone: 'America/Sao_Paulo' };

test.each([
  ['2026-11-19T17:31:00.000Z', 'hoje · 14:31', 'Hoje'],
  ['2026-11-19T02:59:00.000Z', 'ontem · 23:59', 'Ontem'],
  ['2026-11-12T11:47:00.000Z', '12/11 · 08:47', 'Qui., 12 de nov.'],
  ['2025-11-19T17:31:00.000Z', '19/11/2025 · 14:31', '19/11/2025'],
])('%s is told in the zone of the tenant', (instant, stamp, heading) => {
  expect(narrowStamp(instant, here)).toBe(stamp);
  expect(dayHeading(instant, here)).toBe(heading);
});

test('work done in time and received later shows both times', () => {
  const times = { doneAt: '2026-11-20T19:00:00.000Z', receivedAt: '2026-11-21T11:12:00.000Z' };
  expect(doneAndReceived(times, { ...here, today: '2026-11-23' })).toBe('feito às 16:00, recebido 21/11 08:12');
});
