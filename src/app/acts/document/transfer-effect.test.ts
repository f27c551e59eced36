import { expect, test } from 'vitest';
import { transferEffect } from './transfer-effect.ts';

test.each([
  ['nothing', { responsibleId: null, filesCount: 0, limitDate: '2026-11-23' }, false, 'extend'],
  ['a responsible', { responsibleId: 4, filesCount: 0, limitDate: null }, true, 'transfer'],
  ['a file', { responsibleId: null, filesCount: 1, limitDate: '2026-11-23' }, true, 'reply'],
  ['a later date', { responsibleId: null, filesCount: 0, limitDate: '2026-11-24' }, true, 'extend'],
  ['all of them', { responsibleId: 4, filesCount: 2, limitDate: '2026-11-24' }, true, 'transfer'],
] as const)('transfer dialog with %s (rule D2)', (_case, fields, canSend, act) => {
  expect(transferEffect(fields, '2026-11-23')).toMatchObject({ canSend, act });
});
