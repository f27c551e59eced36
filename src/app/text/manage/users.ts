import type { Permission } from '#domain/permissions.ts';
import { plural, joined } from '../words/format.ts';
import { activeText } from './sectors.ts';
import type { ImportReport, LineResult, PastImport } from '#contract/import.ts';

/** Words of the screens of people. Their questions and messages are prescribed (rule J1). */
export const USERS = {
  title: 'Gerenciar usuários',
  phoneTitle: 'Usuários',
  create: 'Criar usuário',
  search: 'Buscar usuário',
  placeholder: 'Nome, e-mail ou setor',
  loading: 'Carregando usuários',
  nameHead: 'Nome e setor',
  empty: 'Sem usuários para gerenciar no momento',
  emptyNext: 'Importe uma planilha com todas as pessoas, ou cadastre uma por uma.',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum usuário com essa busca.',
  count: (all: number, active: number) => `${usersText(all)}, ${activeText(active)}`,
  remove: {
    one: 'Cuidado! Deseja mesmo deletar esse usuário?',
    many: (count: number) => `Cuidado! Deseja mesmo deletar esses ${count} usuários?`,
  },
  insteadOfRemove: 'Só por um tempo? Desativada, a conta não entra, sai das listas de escolha e pode voltar.',
  off: {
    title: 'Você está tentando desabilitar uma conta de usuário.',
    body: 'Se fizer isso o usuário não poderá mais gerenciar o sistema.',
    confirm: 'Desabilitar',
  },
  role: 'Papel',
  email: 'E-mail',
  allSectors: 'Todos os setores',
  allRoles: 'Todos os papéis',
  sector: 'Setor',
  noSector: 'Sem organização',
  noRole: 'Sem papel',
  you: 'você',
  ownOff: 'Você não pode desativar a própria conta.',
  ownRemove: 'Você não pode deletar a própria conta.',
  higher: 'Esta pessoa tem permissões que você não tem: só um administrador muda a conta dela.',
} as const;

export const USER_FORM = {
  createTitle: 'Criar usuário',
  editTitle: 'Editar usuário',
  createMeta: 'Tudo é obrigatório, menos cargo e matrícula. A pessoa entra com a senha ou com o convite.',
  person: 'Pessoa',
  access: 'Acesso',
  sectorAndStatus: 'Setor e status',
  name: 'Nome',
  lastName: 'Sobrenome',
  email: 'E-mail',
  jobTitle: 'Cargo',
  jobTitleHint: 'Opcional. Todos veem.',
  registration: 'Matrícula',
  registrationHint: 'Opcional. Só a pessoa e quem cuida do cadastro veem.',
  entry: 'Como a pessoa entra',
  entries: {
    password: { text: 'Com uma senha definida agora', detail: 'Você diz a senha à pessoa.' },
    mail: { text: 'Com um convite por e-mail', detail: 'A pessoa cria a própria senha. O link vale por 7 dias.' },
    slip: { text: 'Com um convite impresso', detail: 'Para quem não lê e-mail. Depois de criar, imprima em Convites.' },
  },
  password: 'Senha',
  newPassword: 'Nova senha',
  passwordPlaceholder: 'Com pelo menos 6 caracteres',
  passwordHint: 'Com pelo menos 6 caracteres. Precisa de internet: a senha nunca fica guardada neste aparelho.',
  newPasswordHint: 'Deixe em branco para manter a de hoje. Trocar precisa de internet e encerra as sessões da pessoa.',
  role: 'Papel',
  rolePlaceholder: 'Escolha um papel',
  roleHint: 'Só aparecem papéis que você pode dar.',
  /**
   * The server replaces all roles of a person, and a device knows only the first one, which is
   * displayed.
   */
  roleReplaces: 'Só aparecem papéis que você pode dar. O escolhido substitui todos os que a pessoa tem.',
  roleOnline: 'Mudar o papel precisa de internet.',
  roleOwn: 'Ninguém muda o próprio papel.',
  roleHigher: 'Esta pessoa tem um papel que você não pode dar: só um administrador o muda.',
  sector: 'Setor',
  sectorPlaceholder: 'Escolha um setor',
  ownSectorOnly: 'Você cadastra pessoas do seu setor.',
  emailNoteTitle: 'É com o e-mail que se entra.',
  emailNote: 'Cada e-mail serve a uma pessoa só, em todas as organizações do Malote.',
  statusNote: 'Quem está inativo não entra e sai das listas de escolha. Continua nos documentos em que já está.',
  higher: 'Esta pessoa tem permissões que você não tem: só um administrador muda isto.',
  offlineCreate: 'Sem conexão. Criar um usuário precisa de internet, por causa da senha. O resto fica guardado aqui.',
  offlineEdit:
    'Sem conexão. Trocar senha ou papel precisa de internet; o resto pode ser salvo e vai quando ela voltar.',
  needsNetwork: 'Precisa de internet',
  created: 'Usuário criado com sucesso',
  edited: 'Usuário editado com sucesso',
  lost: 'A resposta do servidor não chegou. Nada do que você escreveu se perdeu: tente de novo, e a pessoa não é criada duas vezes.',
  needsLogin: 'Sua sessão terminou. Entre de novo para salvar; o que você escreveu continua aqui.',
  lostEdit: 'A resposta do servidor não chegou. Nada do que você escreveu se perdeu: tente de novo.',
  notHere: 'Este usuário não está entre os que você gerencia.',
  notHereDetail: 'Só quem gerencia a pessoa pode editá-la, e só com os dados dela neste aparelho.',
  notManagedNow: 'Você não gerencia mais esta pessoa',
  notManagedNowDetail:
    'Ela mudou de setor ou de papel, e o e-mail dela saiu deste aparelho. Esta alteração não pode ser corrigida aqui: descarte-a em Pendências e, se ainda for necessária, peça-a a quem gerencia o setor da pessoa.',
  gone: 'Este usuário foi excluído',
  goneDetail: 'O nome continua nos documentos e no histórico.',
  toList: 'Ver os usuários',
  missing: {
    name: 'nome',
    last_name: 'sobrenome',
    email: 'e-mail',
    role: 'papel',
    organization: 'setor',
    password: 'senha',
  },
} as const;

function usersText(count: number): string {
  return plural(count, { zero: 'nenhum usuário', one: '1 usuário', other: (n) => `${n} usuários` });
}

/** What the field of a password lacks: `mais 1 caractere na senha`; `senha` while it is empty. */
export function missingPassword(typed: number, least: number): string {
  if (typed === 0) return USER_FORM.missing.password;
  const left = least - typed;
  return left === 1 ? 'mais 1 caractere na senha' : `mais ${left} caracteres na senha`;
}

/** The sector that a person was in before: `veio de SEMOB`. */
export function movedText(from: string): string {
  return `veio de ${from}`;
}

/** `O que faz: Gestor de Setor`. */
export function roleNoteTitle(role: string): string {
  return `O que faz: ${role}`;
}

/** Shown at a field of sectors: those made on this device can't be chosen before they are sent. */
export function waitingSectorsText(names: readonly string[]): string {
  return names.length === 1
    ? `${names[0] ?? ''} ainda não foi enviado: pode ser escolhido depois.`
    : `${names.join(', ')} ainda não foram enviados: podem ser escolhidos depois.`;
}

// What a role may do, in a few sentences beside its field. They are made from the role's
// permissions.

export type RoleSentence = { readonly may: boolean; readonly text: string };

type PermissionCheck = (permission: Permission) => boolean;

/**
 * The sentences about a role: first what it may do, then what it may not. `superAdmin`: whether the
 * role reaches all sectors, or its own alone.
 */
export function roleSentences(held: PermissionCheck, superAdmin: boolean): RoleSentence[] {
  const people = superAdmin ? 'Cadastra pessoas e modelos' : 'Cadastra pessoas e modelos do próprio setor';
  const said: RoleSentence[] = [
    held('create_documents')
      ? { may: true, text: 'Cria e acompanha documentos' }
      : held('read_documents')
        ? { may: true, text: 'Consulta documentos, sem criar' }
        : { may: false, text: 'Não vê documentos' },
    held('create_users') ? { may: true, text: people } : { may: false, text: 'Não cadastra pessoas' },
    ...(held('reassign_documents')
      ? [{ may: true, text: superAdmin ? 'Redistribui documentos' : 'Redistribui documentos do setor' }]
      : []),
    ...(held('create_document_subjects') ? [{ may: true, text: 'Cadastra assuntos de documento' }] : []),
    administration(held),
    ...(held('read_reports') ? [{ may: true, text: 'Vê relatórios' }] : []),
    ...(held('read_audit') ? [{ may: true, text: 'Vê quem acessou cada documento' }] : []),
    ...(held('manage_calendar') ? [{ may: true, text: 'Cuida do calendário' }] : []),
  ];
  return said.toSorted((left, right) => Number(right.may) - Number(left.may));
}

function administration(held: PermissionCheck): RoleSentence {
  const [sectors, alerts] = [held('create_organizations'), held('create_alerts')];
  if (sectors && alerts) return { may: true, text: 'Cadastra setores e alertas' };
  if (sectors) return { may: true, text: 'Cadastra setores' };
  if (alerts) return { may: true, text: 'Cadastra alertas' };
  return { may: false, text: 'Não muda setores nem alertas' };
}

/** Words of the read-only directory of people (rule B15). */
export const DIRECTORY = {
  title: 'Usuários',
  search: 'Buscar pessoa pelo nome',
  placeholder: 'Nome ou sobrenome',
  filters: 'Filtros',
  bySector: 'Por setores',
  apply: 'Filtrar',
  clear: 'Limpar',
  none: 'Nenhum usuário foi encontrado',
  next: {
    search: 'Procure por outra parte do nome, ou tire o filtro do setor.',
    writer: 'Importe uma planilha com todas as pessoas, ou cadastre uma por uma.',
    reader: 'As pessoas aparecem aqui quando forem cadastradas por um administrador.',
  },
  noSector: 'Sem organização',
  name: 'Nome',
  role: 'Papel',
  email: 'E-mail',
  loading: 'Carregando usuários',
} as const;

export type SheetKind = 'people' | 'sectors';

/** Words of importing sheets and of invitations. */
export const IMPORT = {
  title: 'Importar planilha',
  titles: { people: 'Importar planilha de pessoas', sectors: 'Importar planilha de setores' } satisfies Record<
    SheetKind,
    string
  >,
  open: 'Importar planilha',
  what: 'O que importar',
  kinds: { people: 'Pessoas', sectors: 'Setores' } satisfies Record<SheetKind, string>,
  back: { people: '/admin/manage-users', sectors: '/admin/manage-organizations' } satisfies Record<SheetKind, string>,
  offlineTitle: 'Sem conexão.',
  offline: 'Importar precisa de internet.',
  steps: ['Planilha', 'Conferir', 'Aplicar'],
  stepsLabel: 'Passos',
  stepDone: 'feito',
  columns: {
    people:
      'Colunas: Nome, Sobrenome, E-mail, Setor (sigla), Papel, Situação, Cargo e Matrícula. Cada pessoa é reconhecida pelo e-mail.',
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
  result: 'O que é',
  fix: 'Falta: corrigir ',
  allOrNothing: 'Nada foi gravado ainda. Ao importar, vai tudo ou nada.',
  shown: 'Linhas da planilha',
  linesOf: { changing: 'Erros e mudanças', new: 'Novas', same: 'Iguais', all: 'Todas' },
  tiles: {
    refused: { one: 'com erro', other: 'com erro' },
    changed: { one: 'muda', other: 'mudam' },
    new: { one: 'nova', other: 'novas' },
    same: { one: 'igual, fica como está', other: 'iguais, ficam como estão' },
  } satisfies Record<LineResult, { one: string; other: string }>,
  noLines: 'Nenhuma linha com erro e nenhuma mudança.',
  changesTo: 'passa a',
  empty: 'vazio',
  errors: 'Baixar os erros',
  errorTitles: ['Linha', 'O que é', 'Coluna', 'Erro'],
  apply: 'Importar',
  nothing: 'Não há nada para importar: a planilha está igual ao que já está no sistema.',
  missing: 'Desativar quem não está na planilha',
  missingMeans: 'Ninguém é apagado: quem é desativado não entra e pode ser ativado de novo.',
  seeMissing: 'Ver a lista',
  off: 'Desativadas porque não estavam na planilha',
  past: 'Importações anteriores',
  nonePast: 'Nada foi importado ainda. O que você importar fica anotado aqui, com o que mudou.',
  loadingPast: 'Carregando importações',
  seePast: 'Ver o que mudou',
  hidePast: 'Esconder',
  unknownPerson: 'pessoa desconhecida',
  unanswered: 'Não foi possível falar com o servidor. Verifique a conexão e tente de novo.',
  unreadable: 'O servidor respondeu algo que esta versão não entende. Atualize o Malote e tente de novo.',
  needsLogin: 'Sua sessão terminou. Entre de novo para continuar.',
  invitations: 'Convites',
  invitationsHint:
    'Estas pessoas ainda não têm senha e só entram por um convite. Ele vale por 7 dias e uma única vez; cada pessoa cria a própria senha.',
  loadingPeople: 'Carregando pessoas sem senha',
  nobody: 'Ninguém está sem senha. Quem for importado ou criado sem senha aparece aqui, para ser convidado.',
  everybody: 'Todas',
  mail: 'Convidar por e-mail',
  print: 'Imprimir convites',
  invited: (until: string) => `convite vale até ${until}`,
  slipTitle: 'Convite para o Malote',
  slipHow:
    'Aponte a câmera do celular para o quadrado, ou abra o endereço abaixo e escreva o e-mail e o código. Depois, crie a sua senha.',
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

const ENCODING = { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'windows-1252': 'Windows-1252' } as const;
const DELIMITER = { ';': 'ponto e vírgula', ',': 'vírgula', '\t': 'tabulação' } as const;

/** `pessoas-novembro.csv · 48 linhas · Windows-1252, ponto e vírgula`. */
export function sheetText(name: string, { read, lines }: Pick<ImportReport, 'read' | 'lines'>): string {
  const count = plural(lines.length, { zero: 'nenhuma linha', one: '1 linha', other: (n) => `${n} linhas` });
  const form = read === undefined ? [] : [`${ENCODING[read.encoding]}, ${DELIMITER[read.delimiter]}`];
  return [name, count, ...form].join(' · ');
}

export const lineText = (line: number): string => `linha ${line}`;

/** How many lines a list leaves out: ` e mais 12`; empty for none. */
export const moreLinesText = (count: number): string => (count === 0 ? '' : ` e mais ${count}`);

/** The name of the sheet of errors: `erros-pessoas.csv` for `pessoas.csv`. */
export const errorSheetName = (name: string): string => `erros-${name.replace(/\.(?:csv|txt)$/i, '')}.csv`;

export const RESULT_WORD: Record<LineResult, string> = { refused: 'Erro', new: 'Novo', changed: 'Muda', same: 'Igual' };

/** `3 pessoas não estão na planilha.` */
export function missingCountText(count: number): string {
  return count === 1 ? '1 pessoa não está na planilha.' : `${count} pessoas não estão na planilha.`;
}

/**
 * `38 linhas novas e 4 linhas que mudam; 3 pessoas desativadas`. `off`: how many people were
 * deactivated.
 */
export function pastCountsText({ off, ...counts }: PastImport['counts']): string {
  const lines = countsText({ ...counts, refused: 0, same: 0 });
  const people = off === 1 ? '1 pessoa desativada' : `${off} pessoas desativadas`;
  if (off === 0) return lines;
  return counts.new + counts.changed === 0 ? people : `${lines}; ${people}`;
}

/** `Importar 41 linhas`; `Importar 41 linhas e desativar 3` where `off` people are deactivated. */
export function applyText({ new: made, changed }: ImportReport['counts'], off = 0): string {
  if (off > 0 && made + changed === 0) return off === 1 ? 'Desativar 1 pessoa' : `Desativar ${off} pessoas`;
  if (off > 0) return `${applyText({ refused: 0, new: made, changed, same: 0 })} e desativar ${off}`;
  return plural(made + changed, { zero: IMPORT.apply, one: 'Importar 1 linha', other: (n) => `Importar ${n} linhas` });
}

/** `Convidar as 38 novas`. */
export const inviteText = (count: number): string =>
  count === 1 ? 'Convidar a pessoa nova' : `Convidar as ${count} novas`;

/** How new people are invited. `left`: how many of them are inactive and get no invitation. */
export function inviteMeansText(left: number): string {
  const without = plural(left, {
    zero: '',
    one: ' 1 inativa fica sem convite.',
    other: (n) => ` ${n} inativas ficam sem convite.`,
  });
  return `Por e-mail, com um link que vale 7 dias.${without}`;
}

/** `Planilha importada: 38 linhas novas e 1 linha que muda. 38 convites a caminho.` */
export function importedText(
  counts: ImportReport['counts'],
  { off, invited }: { readonly off: number; readonly invited: number },
): string {
  const invitations = invited === 0 ? '' : ` ${mailedText(invited, invited)}`;
  return `Planilha importada: ${pastCountsText({ new: counts.new, changed: counts.changed, off })}.${invitations}`;
}

/** `Colunas que não são usadas: Ramal e CPF.` */
export function ignoredText(titles: readonly string[]): string {
  return `Colunas que não são usadas: ${joined(titles)}.`;
}

/**
 * `3 convites a caminho.` Fewer may be sent than asked for, because a person gets one invitation a
 * day at most.
 */
export function mailedText(mailed: number, asked: number): string {
  const sent = plural(mailed, {
    zero: 'Nenhum convite novo',
    one: '1 convite a caminho',
    other: (n) => `${n} convites a caminho`,
  });
  return mailed < asked ? `${sent}. Cada pessoa recebe no máximo um por dia.` : `${sent}.`;
}

export const withCount = (words: string, count: number): string => `${words} (${count})`;
