import { expect, it } from 'vitest';
import { compareNames } from './text.ts';

it('names are ordered without regard to case and accents, numbers in them by their value', () => {
  const names = ['Escola 10', 'escola 2', 'Ébano', 'Zona', 'Água', 'Escola 1'];
  expect(names.sort(compareNames)).toEqual(['Água', 'Ébano', 'Escola 1', 'escola 2', 'Escola 10', 'Zona']);
});
