// Words of the acts on rows of reference data (sectors, alerts, subjects, models, days, people): in
// Pendências, in questions and in previews.

import type { RowCollection } from '#contract/row-writes.ts';
import type { KeptForm } from '#mirror/questions/drafts.ts';
import type { RowCommand } from '#mirror/store/outbox-row.ts';
import { joined, plural } from '../words/format.ts';

type Noun = { readonly one: string; readonly many: string; readonly article: 'o' | 'a' };

export const ROW_NOUNS: Record<RowCollection, Noun> = {
  organizations: { one: 'setor', many: 'setores', article: 'o' },
  alerts: { one: 'alerta', many: 'alertas', article: 'o' },
  document_subjects: { one: 'assunto', many: 'assuntos', article: 'o' },
  models: { one: 'modelo', many: 'modelos', article: 'o' },
  holidays: { one: 'dia', many: 'dias', article: 'o' },
  users: { one: 'usuário', many: 'usuários', article: 'o' },
};

/** `o setor “Obras”`, `3 setores`. */
function rowsNamed({ payload }: Exclude<RowCommand, { type: 'create-row' }>): string {
  const { one, many, article } = ROW_NOUNS[payload.collection];
  const [name = ''] = payload.row_names;
  return payload.row_keys.length === 1 ? `${article} ${one} “${name}”` : `${payload.row_keys.length} ${many}`;
}

export function newRowName({ payload }: Extract<RowCommand, { type: 'create-row' }>): string {
  return 'title' in payload.fields ? payload.fields.title : payload.fields.name;
}

/**
 * `Criar o setor “Obras”`, `Editar o alerta “Recesso”`, `Desativar 3 usuários`, `Excluir o assunto
 * “Férias”`.
 */
export function rowActSentence(command: RowCommand): string {
  switch (command.type) {
    case 'create-row': {
      const { one, article } = ROW_NOUNS[command.payload.collection];
      return `Criar ${article} ${one} “${newRowName(command)}”`;
    }
    case 'update-row':
      return `Editar ${rowsNamed(command)}`;
    case 'switch-rows':
      return `${command.payload.status === 'active' ? 'Ativar' : 'Desativar'} ${rowsNamed(command)}`;
    case 'delete-rows':
      return `Excluir ${rowsNamed(command)}`;
  }
}

/**
 * What the draft of a form is about: `Criar o setor “Obras”`, `Editar o setor “Obras”`, `Corrigir:
 * Criar o setor “Obras”`.
 */
export function formSentence({ collection, about }: KeptForm, title: string): string {
  const { one, article } = ROW_NOUNS[collection];
  const named = (name: string) => (name === '' ? one : `${article} ${one} “${name}”`);
  switch (about.kind) {
    case 'new':
      return `Criar ${named(title)}`;
    case 'row':
      return `Editar ${named(about.name)}`;
    case 'command':
      return `Corrigir: ${rowActSentence(about.command)}`;
    case 'gone':
      return `Editar ${one} que não está mais aqui`;
  }
}

/** Title and body of the question before an act on rows is discarded. */
export function rowDiscardQuestion(command: RowCommand): { title: string; body: string } {
  const { one } = ROW_NOUNS[command.payload.collection];
  switch (command.type) {
    case 'create-row':
      return { title: `Descartar este ${one}?`, body: 'O que você preencheu será apagado deste aparelho.' };
    case 'update-row':
      return { title: 'Descartar estas alterações?', body: staysText(command) };
    case 'switch-rows': {
      const act = command.payload.status === 'active' ? 'ativação' : 'desativação';
      return { title: `Descartar esta ${act}?`, body: staysText(command) };
    }
    case 'delete-rows':
      return { title: 'Descartar esta exclusão?', body: staysText(command) };
  }
}

/** How the rows stay when the act is discarded. Rows that another person deleted stay deleted. */
function staysText({ payload, lastError }: RowCommand): string {
  const { one, many } = ROW_NOUNS[payload.collection];
  const isGone = lastError?.class === 'gone';
  return plural('row_keys' in payload ? payload.row_keys.length : 1, {
    zero: '',
    one: isGone ? `O ${one} continua excluído.` : `O ${one} continua como estava.`,
    other: (n) =>
      isGone ? `Os ${many} que restam continuam como estavam.` : `Os ${n} ${many} continuam como estavam.`,
  });
}

/**
 * Why an act on rows was refused, where its rows were deleted meanwhile; null: the server's own
 * sentence fits.
 */
export function rowRefusal({ type, lastError, payload }: RowCommand): string | null {
  if (type === 'create-row' || lastError?.class !== 'gone') return null;
  const { one, many } = ROW_NOUNS[payload.collection];
  if (payload.row_keys.length > 1) {
    return `pelo menos um destes ${many} já foi excluído por outra pessoa, e nenhum foi mudado`;
  }
  return type === 'delete-rows'
    ? `este ${one} já tinha sido excluído por outra pessoa. Nada mais é preciso: descarte este envio`
    : `este ${one} foi excluído por outra pessoa, e o que você mudou nele não vale mais. Descarte este envio`;
}

/** Which rows are left out when a refused act on several rows is done again, and why. */
export function rowsLeftText(
  { payload }: Exclude<RowCommand, { type: 'create-row' }>,
  { left, gone, withdrawn }: { left: readonly string[]; gone: readonly string[]; withdrawn: readonly string[] },
): string {
  const { many } = ROW_NOUNS[payload.collection];
  if (gone.length + withdrawn.length === 0) return `Ainda não se sabe aqui quais ${many} ficaram de fora.`;
  const out = [
    ...(gone.length === 0 ? [] : [`${quoted(gone)} ${gone.length === 1 ? 'foi excluído' : 'foram excluídos'}`]),
    ...(withdrawn.length === 0
      ? []
      : [`${quoted(withdrawn)} não ${withdrawn.length === 1 ? 'está' : 'estão'} mais com você`]),
  ];
  const rest = plural(left.length, {
    zero: 'Nenhum resta: descarte este envio.',
    one: `Resta ${quoted(left)}.`,
    other: () => `Restam ${quoted(left)}.`,
  });
  return `${joined(out)}. ${rest}`;
}

/** `Refazer com os 3 que restam`. */
export function redoRowsText(left: number): string {
  return left === 1 ? 'Refazer com o que resta' : `Refazer com os ${left} que restam`;
}

function quoted(names: readonly string[]): string {
  return joined(names.map((name) => `“${name}”`));
}

/** The state of a deletion that is not sent yet, because its undo time runs. */
export const DELETED_HERE = { text: 'Excluído', reason: 'Ainda dá para desfazer.' } as const;

/** A warning on an act whose rows were deleted since. */
export const ROW_MAY_BE_REFUSED = 'Foi excluído desde então: pode não ser aceito.';

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'Nome',
  last_name: 'Sobrenome',
  email: 'E-mail',
  acronym: 'Sigla',
  title: 'Título',
  description: 'Descrição',
  limit_date: 'Data limite',
  status: 'Situação',
  type: 'Tipo',
  file_mime_type: 'Tipo de arquivo',
  organization_id: 'Setor',
  organization_ids: 'Setores',
  submission_start_day: 'Primeiro dia de envio',
  submission_end_day: 'Último dia de envio',
  submission_date_exempt_organization_ids: 'Setores isentos do prazo',
  delete_file_ids: 'Arquivos removidos',
  chief_user_id: 'Chefia',
  default_days: 'Prazo padrão',
  working: 'Prazo em dias úteis',
  day: 'Dia',
  kind: 'Tipo',
  exempt_organization_ids: 'Setores que trabalham',
};

/** The name of a form's field, `Sigla`; the field's name on the wire where it has no word. */
export function fieldName(field: string): string {
  return FIELD_NAMES[field] ?? field;
}

const VALUES: Readonly<Record<string, string>> = {
  active: 'Ativo',
  inactive: 'Inativo',
  document_model: 'Modelo de documento',
  flow_model: 'Fluxograma',
  word: 'Word',
  pdf: 'PDF',
};

/** The word for a value of a closed list, such as a status; null for any other value. */
export function valueWords(value: unknown): string | null {
  return typeof value === 'string' ? (VALUES[value] ?? null) : null;
}

/** Words of the dialog in which a command on a row is corrected. */
export const CORRECT_ROW = {
  refused: 'O servidor não aceitou este envio. Corrija e salve: ele volta ao mesmo lugar da fila.',
  waits: 'Este envio ainda está na fila. O que você salvar aqui fica no lugar dele.',
  refusedFor: (reason: string) => `Não aceito: ${reason}.`,
  registered: 'O envio já foi registrado. O que você mudar agora é uma nova alteração.',
  noCommand: 'Este envio não está mais neste aparelho.',
  noCommandNow: 'Este envio não está mais na fila. O que você escreveu continua aqui, mas não pode mais ser salvo.',
  noRow: 'O que este envio muda não está mais aqui.',
  noRowNow: 'O que este envio muda foi excluído. O que você escreveu continua aqui, mas não pode mais ser salvo.',
  toOutbox: 'Ver as pendências',
  rowGone: 'O que este envio muda foi excluído por outra pessoa: não há o que corrigir.',
} as const;

// Words of the message after a gesture on rows.

export type RowNews = (count: number) => string;

const NOUNS: Record<RowCollection, readonly [one: string, many: string]> = {
  organizations: ['Setor', 'setores'],
  alerts: ['Alerta', 'alertas'],
  document_subjects: ['Assunto', 'assuntos'],
  models: ['Modelo', 'modelos'],
  holidays: ['Dia', 'dias'],
  users: ['Usuário', 'usuários'],
};

const VERBS = { on: 'ativado', off: 'desativado', removed: 'deletado' } as const;

/** `Setor desativado`, `3 setores deletados`. */
export function rowNews(collection: RowCollection, act: keyof typeof VERBS): RowNews {
  const [one, many] = NOUNS[collection];
  return (count) =>
    plural(count, {
      zero: '',
      one: `${one} ${VERBS[act]}`,
      other: (n) => `${n} ${many} ${VERBS[act]}s`,
    });
}
