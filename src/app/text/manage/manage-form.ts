import { formatTime } from '../words/format.ts';

/** Words that all forms of reference data share. */
export const FORM = {
  create: 'Criar',
  import: 'Importar planilha',
  save: 'Salvar',
  cancel: 'Cancelar',
  connection: 'conexão',
  loading: 'Carregando o formulário',
  toList: 'Voltar para a lista',
  goneMeanwhile:
    'Alguém excluiu isto enquanto você editava. O que você escreveu continua aqui, mas não pode mais ser salvo.',
  gone: 'o que foi excluído não pode ser salvo',
  startOver: 'Começar do zero',
  status: 'Status',
  allRequired: 'Tudo é obrigatório.',
  unchanged: 'Nada mudou ainda.',
} as const;

/** `Rascunho guardado às 14:32`. `at`: epoch ms. */
export function keptText(at: number, zone: string): string {
  return `Rascunho guardado às ${formatTime(at, zone)}`;
}
