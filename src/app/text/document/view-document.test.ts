import { describe, expect, it } from 'vitest';
import { checkedText, printedAtText, printedMoment, printedStamp, printedStop, unsentText } from './view-document.ts';

const AT = Date.parse('2026-11-19T17:35:00Z');

describe('what a sheet says of its printing', () => {
  it.each([
    ['America/Sao_Paulo', 'ok', 'em 19/11/2026 às 14:35 (horário de Brasília).'],
    ['America/Manaus', 'offline', 'em 19/11/2026 às 13:35 (horário do Amazonas), sem conexão.'],
    ['America/Rio_Branco', 'portal', 'em 19/11/2026 às 12:35 (horário do Acre), sem conexão.'],
    ['America/Noronha', 'unstable', 'em 19/11/2026 às 15:35 (horário de Fernando de Noronha).'],
    ['Asia/Tokyo', 'ok', 'em 20/11/2026 às 02:35 (horário do Japão).'],
    ['UTC', 'ok', 'em 19/11/2026 às 17:35 (GMT+00:00).'],
  ] as const)('the time of a printing in %s, %s', (zone, network, words) => {
    expect(printedAtText(AT, { zone, network })).toBe(words);
  });

  it.each([
    [AT, '2026-11-19', 'Conferido com o servidor às 14:35.'],
    [AT, '2026-11-20', 'Conferido com o servidor em 19/11/2026 às 14:35.'],
    [null, '2026-11-20', null],
  ])('the last contact at %s, printed on %s', (at, today, words) => {
    expect(checkedText(at, { zone: 'America/Sao_Paulo', today })).toBe(words);
  });

  it.each([
    [0, 'pode não estar completa'],
    [1, 'contém 1 item ainda não enviado'],
    [3, 'contém 3 itens ainda não enviados'],
  ])('a local copy with %i unsent items', (count, words) => {
    expect(unsentText(count)).toBe(words);
  });

  it('instants are printed with their whole date, never as "hoje"', () => {
    expect(printedMoment('2026-11-12T11:47:00Z', 'America/Sao_Paulo')).toBe('12/11/2026 às 08:47');
    expect(printedStamp('2026-11-12T11:47:00Z', 'America/Sao_Paulo')).toBe('qui., 12/11/2026 · 08:47');
  });

  it.each([
    [{ acronym: 'SEMOB', days: 1, current: false }, 'SEMOB (1 dia)'],
    [{ acronym: 'GAB', days: 3, current: true }, 'GAB (desde 16/11/2026)'],
    [{ acronym: 'GAB', days: 0, current: true }, 'GAB (desde 19/11/2026)'],
  ])('a stop on the way, %o', (stop, words) => {
    expect(printedStop(stop, '2026-11-19')).toBe(words);
  });
});
