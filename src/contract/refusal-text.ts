// The Portuguese sentence of every refusal, conflict and note. The records are exhaustive, so a
// code without words does not compile. The server sends these sentences by field; the device shows
// them for commands that it refuses itself.

import type { ContentRefusal, ContentType } from '#domain/content-judgement.ts';
import { FILES_MAX, FILES_MAX_BYTES } from '#domain/files.ts';
import type { ConflictCode, NoteCode, Refusal, RefusalCode } from '#domain/refusals.ts';
import { FILE_MAX_TEXT, kindNames, megabytes } from './file-kinds.ts';
import { TOO_MANY_WORDS } from './too-many-words.ts';

export const REFUSAL_TEXT: Record<RefusalCode, string> = {
  required: 'Preencha este campo.',
  not_allowed: 'Você não pode fazer isso neste documento.',
  document_completed: 'O documento está finalizado. Reabra-o para escrever.',
  document_overdue: 'Em atraso: reabra com nova data limite para continuar.',
  limit_date_invalid: 'Informe uma data válida.',
  limit_date_before_today: 'A data limite precisa ser hoje ou depois.',
  limit_date_before_current: 'A nova data limite não pode ser anterior à atual.',
  limit_date_differs: 'Para mudar a data limite, prorrogue o documento antes de concluir.',
  nothing_to_send: 'Escreva uma resposta, escolha um responsável ou uma nova data limite.',
  content_required: 'Escreva o texto.',
  text_on_completed: 'Um documento finalizado é transferido sem texto e sem arquivos.',
  date_on_completed: 'O documento está finalizado. Reabra-o para mudar a data limite.',
  same_responsible: 'O documento já está com essa pessoa.',
  moved_meanwhile:
    'O documento mudou de responsável enquanto você estava sem conexão. Veja com quem ele está antes de redistribuir.',
  responsible_unknown: 'Escolha um responsável da lista.',
  responsible_inactive: 'A conta do responsável está desativada. Escolha outra pessoa.',
  responsible_elsewhere: 'Escolha um responsável do setor escolhido.',
  organization_unknown: 'Escolha um setor da lista.',
  organization_inactive: 'O setor está desativado. Escolha outro.',
  subject_unknown: 'Escolha um assunto da lista.',
  subject_inactive: 'O assunto está desativado. Escolha outro.',
  exception_required: 'Esse documento está fora do prazo padrão de envio. Para enviar, marque como sendo uma exceção.',
  too_many_words: TOO_MANY_WORDS,
  file_type: `Tipo de arquivo não aceito. Envie ${kindNames('ou')}.`,
  file_content: 'O conteúdo do arquivo não corresponde ao tipo dele.',
  file_empty: 'O arquivo está vazio.',
  file_too_large: `O arquivo passa de ${FILE_MAX_TEXT}.`,
  file_hash: 'O arquivo chegou diferente do que foi guardado. Anexe-o de novo.',
  too_many_files: `Envie no máximo ${FILES_MAX} arquivos.`,
  files_too_large: `Os arquivos juntos passam de ${megabytes(FILES_MAX_BYTES)}.`,
  tag_too_long: 'Cada palavra-chave tem no máximo 50 caracteres.',
  too_many_tags: 'Use no máximo 20 palavras-chave.',
  tag_duplicate: 'Há palavras-chave repetidas.',
  password_too_short: 'A senha precisa ter pelo menos 6 caracteres.',
  password_invisible: 'A senha tem caracteres invisíveis, como os que vêm de textos copiados. Digite-a de novo.',
  password_is_email: 'A senha não pode ser o seu e-mail.',
  password_common: 'Esta senha está entre as mais usadas e é fácil de adivinhar. Escolha outra.',
  no_permission: 'O seu perfil não permite isso. Fale com quem administra o sistema.',
  own_account: 'Você não pode fazer isso com a sua própria conta.',
  higher_account:
    'Esta pessoa tem permissões que você não tem: só um administrador muda a senha, o e-mail, o papel ou o status dela.',
  acronym_taken: 'Já existe um setor com essa sigla.',
  day_taken: 'Este dia já está no calendário. Edite o que está lá.',
  chief_elsewhere: 'A chefia precisa ser uma pessoa ativa deste setor.',
  email_taken: 'Este e-mail já está em uso.',
  row_gone: 'Isto já foi excluído.',
  nothing_changed: 'Nada foi alterado.',
  window_reversed: 'O primeiro dia não pode vir depois do último.',
  model_file_type: 'Os arquivos precisam ser do tipo escolhido.',
  own_sector_only: 'Escolha apenas o seu setor.',
  too_long: 'O texto é longo demais.',
  document_full:
    'O documento chegou ao limite de respostas ou de anexos. Ele ainda pode ser transferido, prorrogado e finalizado. Continue o assunto em um documento novo.',
  text_too_long: 'O texto passa de 200 mil caracteres. Divida-o ou envie-o como arquivo anexo.',
  text_too_complex: 'O texto tem formatação demais. Cole-o sem formatação ou envie-o como arquivo anexo.',
  invalid: 'Valor inválido.',
};

export const CONFLICT_TEXT: Record<ConflictCode, string> = {
  responsible_changed: 'O responsável mudou enquanto você estava sem conexão.',
  completed_meanwhile: 'O documento foi finalizado enquanto você estava sem conexão.',
  reopened_meanwhile: 'O documento foi reaberto enquanto você estava sem conexão.',
};

export const NOTE_TEXT: Record<NoteCode, string> = {
  already_completed: 'O documento já estava finalizado.',
  already_open: 'O documento já estava aberto.',
  later_date_kept: 'Já havia uma data limite posterior, que foi mantida.',
};

/**
 * The server does not have the document of the command. The document's id now belongs to another
 * document, or to none (I11).
 */
export const REPLACED_TEXT =
  'O servidor voltou a um estado anterior, e o documento que você viu não existe mais nele. Nada foi registrado em outro documento.';

const TYPE_WORD: Record<ContentType, string> = {
  txt: 'um texto simples',
  rtf: 'um RTF',
  doc: 'um documento do Word (DOC)',
  docx: 'um documento do Word (DOCX)',
  odt: 'um documento do LibreOffice (ODT)',
  pdf: 'um PDF',
  html: 'uma página da internet (HTML)',
};

/**
 * Why the content of a file is refused, and what the person can do: `a.docx: O conteúdo … É um PDF:
 * mude o fim do nome para .pdf …`
 */
export function contentRefusalText(name: string, refused: ContentRefusal): string {
  switch (refused.kind) {
    case 'macros':
      return `${name}: O arquivo tem macros, que não são aceitas. Salve-o sem macros, ou como PDF, e anexe-o de novo.`;
    case 'too_much':
      return `${name}: O arquivo é grande demais por dentro. Salve-o como PDF e anexe o PDF.`;
    case 'unknown':
      return `${name}: ${REFUSAL_TEXT.file_content} Ele pode estar incompleto ou ser de outro programa: abra-o, salve-o de novo ou como PDF, e anexe-o outra vez.`;
    case 'other':
      return refused.found === 'html'
        ? `${name}: ${REFUSAL_TEXT.file_content} É ${TYPE_WORD.html}: salve-a como PDF e anexe o PDF.`
        : `${name}: ${REFUSAL_TEXT.file_content} É ${TYPE_WORD[refused.found]}: mude o fim do nome para .${refused.found} e anexe-o de novo.`;
  }
}

/** The `errors` of a 422 answer. A refusal without a field goes under `document`. */
export function errorsByField(refusals: readonly Refusal[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { field, code } of refusals) (errors[field ?? 'document'] ??= []).push(REFUSAL_TEXT[code]);
  return errors;
}

/** The refusal of one more active person where the tenant has as many as it may have. */
export function peopleQuotaText(most: number): string {
  return `O órgão chegou ao limite de ${most} pessoas ativas. Desative uma conta que não é mais usada, ou peça um limite maior a quem cuida do sistema.`;
}

/** What a person reads when their share of the storage is full, and what they can do. */
export const QUOTA_TEXT = {
  tenant:
    'A cota de armazenamento de sua prefeitura está cheia. O envio continua salvo neste aparelho e será tentado de novo. Peça à administração do sistema que aumente a cota.',
  person:
    'Sua cota de armazenamento está cheia. O envio continua salvo neste aparelho e será tentado de novo. Peça à administração do sistema que aumente a cota.',
} as const;

/** The sentence about an accepted file that seems to have lost its end (S194). */
export function cutFileText(name: string): string {
  return `${name} parece incompleto, como depois de uma cópia interrompida. Abra-o e confira antes de enviar.`;
}
