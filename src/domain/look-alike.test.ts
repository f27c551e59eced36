import { describe, expect, it } from 'vitest';
import { isLatin, isPlainAcronym, skeletonOf } from './look-alike.ts';

describe('names that look alike (S154)', () => {
  it.each([
    ['PMVI', 'PMV1'],
    ['PMVI', 'PMVl'],
    ['PMVI', 'pmvi'],
    ['COMO', 'C0M0'],
    ['CORNO', 'COMO'],
    ['Prefeitura de Vila Itá', 'PREFEITURA  DE VILA ITA.'],
    ['Prefeitura', 'Prefeıtura'],
    ['Ｐrefeitura', 'Prefeitura'],
    ['São Luís', 'Sáo Luiz'.replace('z', 's')],
  ])('%s and %s have one skeleton', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)));

  it.each([
    ['PMVI', 'CMVI'],
    ['Prefeitura de Ibirama', 'Câmara de Ibirama'],
    ['PMSP', 'PMSC'],
  ])('%s and %s have two', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)));

  it.each(['РMVI', 'PMVΙ', 'Ꮲrefeitura', 'Prefeitura de Vіla'])('%s has a letter of another alphabet', (name) =>
    expect(isLatin(name)).toBe(false),
  );

  it.each(['Prefeitura Municipal de São João d’Aliança nº 1', 'Câmara (2ª)', 'ÁÉÍ ção'])(
    '%s is written in Latin letters',
    (name) => expect(isLatin(name)).toBe(true),
  );

  it('an acronym of a body has A to Z and digits', () => {
    expect(['PMVI', 'CM2', 'РMVI', 'PMÇ', 'pmvi', 'P-M', ''].map(isPlainAcronym)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
