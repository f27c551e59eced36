/**
 * Texts, and searches that find them although they are written in another way: numbers with and
 * without points, and words without their apostrophes and hyphens.
 */
export const SAME_WORDS: readonly (readonly [text: string, search: string])[] = [
  ['Lei 8.112/90', '8112/90'],
  ['Lei 8112/90', '8.112/90'],
  ['Valor de R$ 1.234,56', '1234,56'],
  ['Valor de R$ 1234,56', '1.234,56'],
  ['Valor de R$ 1.234.567,89', '1234567'],
  ['Valor de R$ 1234567,89', '1.234.567,89'],
  ['Caixa d’água', 'dagua'],
  ["Caixa d'agua", 'd’água'],
  ['Caixa dagua', "d'água"],
  ['Caixa d água', "d'água"],
  ['Guarda-chuva', 'guardachuva'],
  ['Guarda-chuva', 'guarda chuva'],
  ['Guarda chuva', 'guarda-chuva'],
  ['Guardachuva', 'guarda-chuva'],
  ['CPF 123.456.789-00', '12345678900'],
  ['CPF 123.456.789-00', '123.456.789-00'],
];
