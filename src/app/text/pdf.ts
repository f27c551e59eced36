// Words of the viewer of PDFs.

export const PDF_TEXT = {
  opening: 'Abrindo o PDF',
  larger: 'Aumentar',
  smaller: 'Diminuir',
  notShown: 'Não foi possível mostrar este PDF aqui.',
  openApart: 'Abra em outra aba ou baixe o arquivo. PDFs com senha só abrem fora daqui.',
} as const;

/** `Página 2 de 3`. */
export function pageOfText(place: number, count: number): string {
  return `Página ${place} de ${count}`;
}
