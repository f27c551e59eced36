// Words of the viewer of PDFs.

export const PDF_TEXT = {
  opening: 'Abrindo o PDF',
  larger: 'Aumentar',
  smaller: 'Diminuir',
  notShown: 'Não foi possível mostrar este PDF aqui.',
  trouble: {
    password: 'Este PDF pede uma senha. Baixe o arquivo e abra em um programa que peça a senha.',
    empty: 'Este PDF não tem nenhuma página. Peça outra cópia a quem o enviou.',
    damaged: 'O arquivo está danificado ou não é um PDF. Baixe o arquivo, ou peça outra cópia a quem o enviou.',
  },
  partial: 'Parte desta página não pôde ser desenhada aqui. Abra o arquivo para ver tudo.',
  notDrawn: 'Esta página não pôde ser desenhada aqui. Abra o arquivo para ver o que há nela.',
  elsewhere: {
    form: 'Este PDF é um formulário que só aparece em outro programa. Baixe o arquivo para ver o que foi preenchido.',
    files: 'Este PDF guarda outros arquivos, que não aparecem aqui. Baixe o arquivo para ver todos.',
  },
  open: 'Baixar o arquivo',
} as const;

/** `Página 2 de 3`. */
export function pageOfText(place: number, count: number): string {
  return `Página ${place} de ${count}`;
}
