import { describe, expect, it } from 'vitest';
import { parseTicket, ticketOf } from './ticket.ts';

describe('ticket', () => {
  it.each([
    ['PMVI042', 42],
    ['PMVI-042', 42],
    ['pmvi 042', 42],
    ['42', 42],
    [' 1042 ', 1042],
    ['CMVI042', null],
    ['Ofício 42', null],
    ['PMVI', null],
    ['', null],
  ])('reads %j as %j', (text, number) => {
    expect(parseTicket(text, 'PMVI')).toBe(number);
  });

  it('reads an acronym that ends in a digit', () => {
    expect(parseTicket('SEI2022', 'SEI2')).toBe(22);
  });

  it('grows past 999', () => {
    expect(ticketOf('PMVI', 1042)).toBe('PMVI1042');
  });
});
