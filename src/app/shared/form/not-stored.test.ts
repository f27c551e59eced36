import { StorageTrouble } from '#mirror/store/storage.ts';
import { expect, test } from 'vitest';
import { notStoredText } from './not-stored.ts';

const NOTHING = 'Não foi possível guardar neste aparelho. Nada foi enviado.';

test.each([
  ['a full device', new StorageTrouble('quota', null), 'Libere espaço e tente de novo.'],
  [
    'a full device, from the browser itself',
    new DOMException('full', 'QuotaExceededError'),
    'Libere espaço e tente de novo.',
  ],
  [
    'a silent database',
    new StorageTrouble('silent', null),
    'Feche as outras janelas e abas do Malote e tente de novo.',
  ],
  ['a lost database', new StorageTrouble('lost', null), 'Tente de novo.'],
  ['a fault of ours', new Error('fault'), 'Tente de novo.'],
])('a form says what to do next with %s', (_what, error, next) => {
  expect(notStoredText(error)).toBe(`${NOTHING} ${next}`);
});
