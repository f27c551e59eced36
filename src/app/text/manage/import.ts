import type { ImportReport, LineResult } from '#contract/import.ts';
import { joined, plural } from '../words/grammar.ts';

export type SheetKind = 'people' | 'sectors';

/** Words of importing sheets and of invitations. */
export const IMPORT = {
  title: 'Importar planilha',
  open: 'Importar planilha',
  what: 'O que importar',
  kinds: { people: 'Pessoas', sectors: 'Setores' } satisfies Record<SheetKind, string>,
  back: { people: '/admin/manage-users', sectors: '/admin/manage-organizations' } satisfies Record<SheetKind, string>,
  offlineTitle: 'Sem conexão.',
  offline: 'Importar precisa de internet.',
  stepOne: '1. Planilha',
  stepTwo: '2. Conferir',
  columns: {
    people: 'Colunas: Nome, Sobrenome, E-mail, Setor (sigla), Papel e Situação. Cada pessoa é reconhecida pelo e-mail.',
    sectors: 'Colunas: Sigla, Nome e Situação. Cada setor é reconhecido pela sigla.',
  } satisfies Record<SheetKind, string>,
  howTo: 'Salve a planilha como CSV. Uma célula vazia não muda nada, e ninguém é excluído. Até 2.000 linhas por vez.',
  download: { people: 'Baixar pessoas de hoje', sectors: 'Baixar setores de hoje' } satisfies Record<SheetKind, string>,
  choose: 'Escolher planilha',
  chooseOther: 'Escolher outra planilha',
  conferring: 'Conferindo a planilha',
  tooLarge: 'O arquivo passa de 1 MB. Divida a planilha em duas.',
  notCsv: 'Escolha um arquivo CSV. No Excel, use “Salvar como” e escolha “CSV”.',
  line: 'Linha',
  result: 'O que acontece',
  fix: 'Nada foi importado. Corrija as linhas com erro na planilha e escolha-a de novo.',
  apply: 'Importar',
  nothing: 'Não há nada para importar: a planilha está igual ao que já está no sistema.',
  unanswered: 'Não foi possível falar com o servidor. Verifique a conexão e tente de novo.',
  unreadable: 'O servidor respondeu algo que esta versão não entende. Atualize o Malote e tente de novo.',
  needsLogin: 'Sua sessão terminou. Entre de novo para continuar.',
  invitations: 'Convites',
  invitationsHint:
    'Estas pessoas ainda não têm senha e só entram por um convite. Ele vale por 7 dias e uma única vez; cada pessoa cria a própria senha.',
  loadingPeople: 'Carregando pessoas sem senha',
  nobody: 'Ninguém está sem senha.',
  everybody: 'Todas',
  mail: 'Convidar por e-mail',
  print: 'Imprimir convites',
  invited: (until: string) => `convite vale até ${until}`,
  slipTitle: 'Convite para o Malote',
  slipHow:
    'Abra o endereço abaixo ou aponte a câmera do celular para o código, e crie a sua senha. Depois, entre com este e-mail.',
  slipCode: 'Código',
  slipEmail: 'E-mail',
  slipUntil: (until: string) => `Vale até ${until} e uma única vez. Não mostre este papel a outra pessoa.`,
} as const;

const WORD: Record<LineResult, { one: string; other: string }> = {
  refused: { one: '1 linha com erro', other: 'linhas com erro' },
  new: { one: '1 linha nova', other: 'linhas novas' },
  changed: { one: '1 linha que muda', other: 'linhas que mudam' },
  same: { one: '1 linha igual', other: 'linhas iguais' },
};

/** `2 linhas com erro, 38 linhas novas e 4 linhas iguais`. */
export function countsText(counts: ImportReport['counts']): string {
  const parts = (['refused', 'new', 'changed', 'same'] as const)
    .filter((result) => counts[result] > 0)
    .map((result) =>
      plural(counts[result], { zero: '', one: WORD[result].one, other: (n) => `${n} ${WORD[result].other}` }),
    );
  return parts.length === 0 ? 'nenhuma mudança' : joined(parts);
}

export const RESULT_WORD: Record<LineResult, string> = { refused: 'Erro', new: 'Novo', changed: 'Muda', same: 'Igual' };

/** `Importar 41 linhas`. */
export function applyText({ new: made, changed }: ImportReport['counts']): string {
  return plural(made + changed, { zero: IMPORT.apply, one: 'Importar 1 linha', other: (n) => `Importar ${n} linhas` });
}

/** `Planilha importada: 38 linhas novas e 1 linha que muda.` */
export function importedText(counts: ImportReport['counts'] | null): string {
  if (counts === null) return 'Planilha importada.';
  return `Planilha importada: ${countsText({ ...counts, refused: 0, same: 0 })}.`;
}

/** `Sem significado aqui: Matrícula e CPF.` */
export function ignoredText(titles: readonly string[]): string {
  return `Colunas que não são usadas: ${joined(titles)}.`;
}

/** `3 convites a caminho`; a person gets one message a day. */
export function mailedText(mailed: number, asked: number): string {
  const sent = plural(mailed, {
    zero: 'Nenhum convite novo',
    one: '1 convite a caminho',
    other: (n) => `${n} convites a caminho`,
  });
  return mailed < asked ? `${sent}. Cada pessoa recebe no máximo um por dia.` : `${sent}.`;
}

/** `(38)` behind a button. */
export const withCount = (words: string, count: number): string => `${words} (${count})`;
