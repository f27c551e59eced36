import { describe, expect, test } from 'vitest';
import { replyEffect } from './reply-effect.ts';

const place = { currentLimitDate: '2026-11-23', canExtend: true, hasLoosePages: false };
const text = '<p>Recebido.</p>';

describe('what enables the sending of a reply (rule D1)', () => {
  test.each([
    ['text, date unchanged', { content: text, limitDate: '2026-11-23', responsibleId: null }, true, 'reply', null],
    ['text, later date', { content: text, limitDate: '2026-11-30', responsibleId: null }, true, 'extend', '2026-11-30'],
    ['text, date cleared', { content: text, limitDate: null, responsibleId: null }, false, 'reply', null],
    [
      'no text, later date',
      { content: '<p> </p>', limitDate: '2026-11-30', responsibleId: null },
      false,
      'extend',
      '2026-11-30',
    ],
    ['no text, date cleared', { content: '', limitDate: null, responsibleId: null }, false, 'reply', null],
    ['responsible alone', { content: '', limitDate: '2026-11-23', responsibleId: 7 }, true, 'transfer', null],
    ['responsible, date cleared', { content: '', limitDate: null, responsibleId: 7 }, true, 'transfer', null],
    ['everything', { content: text, limitDate: '2026-11-30', responsibleId: 7 }, true, 'transfer', '2026-11-30'],
  ] as const)('%s', (_case, fields, canSend, act, limitDate) => {
    expect(replyEffect(fields, place)).toMatchObject({ canSend, act, limitDate });
  });

  test('without the ability to extend, the date neither enables sending nor is missing', () => {
    const effect = replyEffect({ content: text, limitDate: null, responsibleId: null }, { ...place, canExtend: false });
    expect(effect).toEqual({ act: 'reply', canSend: true, lacks: [], limitDate: null });
  });

  test('the missing fields are named', () => {
    expect(replyEffect({ content: '', limitDate: null, responsibleId: null }, place).lacks).toEqual([
      'content',
      'limit_date',
    ]);
  });

  test('photographs that are no attachment yet hold back a reply and a transfer, because sending would erase them', () => {
    const loose = { ...place, hasLoosePages: true };
    const reply = { content: text, limitDate: '2026-11-23', responsibleId: null };
    expect(replyEffect(reply, loose)).toMatchObject({ canSend: false, lacks: ['pages'] });
    expect(replyEffect({ ...reply, responsibleId: 7 }, loose)).toMatchObject({ canSend: false, lacks: ['pages'] });
  });
});
