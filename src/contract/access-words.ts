// The words of the audit, on its screens and in its sheets.

import { type AccessKind, AUDIT_SHEET_MAX } from '#domain/accesses.ts';
import type { SightReason } from '#domain/visibility.ts';
import { ticketOf } from '#domain/ticket.ts';
import type { AuditedAccess } from './accesses.ts';

export const ACCESS_WORDS: Readonly<Record<AccessKind, string>> = {
  view: 'Abriu',
  file: 'Baixou',
  zip: 'Baixou todos os arquivos',
  print: 'Imprimiu',
  export: 'Exportou',
  copy: 'Guardou no aparelho',
  refused: 'Tentou abrir · sem acesso',
  act: 'Ato de administração',
  audit: 'Consultou a auditoria',
};

export const REASON_WORDS: Readonly<Record<SightReason | 'admin', string>> = {
  responsible: 'é ou foi responsável',
  created: 'criou',
  mentioned: 'mencionado',
  origin: 'do setor de origem',
  destination: 'do setor de destino',
  admin: 'administra o sistema',
};

/**
 * Stands in place of the device, for acts of the operator on the server's command line. Their
 * person is no person of the tenant.
 */
export const COMMAND_LINE = 'linha de comando do servidor';

const NOUNS: Readonly<Record<string, string>> = {
  user: 'pessoa',
  users: 'pessoas',
  profile: 'o próprio perfil',
  organization: 'setor',
  organizations: 'setores',
  'document-subject': 'assunto',
  document_subjects: 'assuntos',
  model: 'modelo',
  models: 'modelos',
  alert: 'alerta',
  alerts: 'alertas',
  holiday: 'dia do calendário',
  holidays: 'dias do calendário',
  tenant: 'a organização',
  document: 'documento',
  acts: 'atos',
};

const VERBS: Readonly<Record<string, string>> = {
  create: 'Cadastrou',
  update: 'Editou',
  toggle: 'Ativou ou desativou',
  delete: 'Deletou',
  import: 'Importou planilha de',
  export: 'Exportou planilha de',
  invite: 'Convidou',
  audit: 'Consultou a auditoria de',
};

/** Names of fields in words. A field that is not listed is shown by its own name. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'nome',
  last_name: 'sobrenome',
  email: 'e-mail',
  password: 'senha',
  recovery: 'link para criar outra senha',
  organization_id: 'setor',
  job_title: 'cargo',
  registration: 'matrícula',
  deactivate: 'desativou quem não estava nela',
  roles: 'papel',
  role_ids: 'papel',
  sector: 'setor',
  status: 'situação',
  'status:active': 'ativou',
  'status:inactive': 'desativou',
  image: 'foto',
  logo: 'brasão',
  acronym: 'sigla',
  time_zone: 'fuso horário',
  storage_quota_mb: 'cota do órgão',
  person_storage_quota_mb: 'cota de cada pessoa',
  people_quota: 'cota de pessoas ativas',
  host: 'endereço próprio',
  contact_phone: 'telefone de quem ajuda',
  contact_email: 'e-mail de quem ajuda',
  delete_from: 'início da exclusão',
  title: 'título',
  description: 'descrição',
  limit_date: 'data limite',
  files: 'arquivos',
  organization_ids: 'setores',
  submission_start_day: 'início da janela',
  submission_end_day: 'fim da janela',
  exempt_submission_date_organization_ids: 'setores isentos',
  invite: 'convite',
  invitation: 'convite',
  mail: 'por e-mail',
  slip: 'por bilhete',
};

/** The act of exporting everything of the tenant (S239). */
export const EXPORT_EVERYTHING = 'export-everything';

/** `Editou pessoa`; an unknown act keeps its own name. */
export function actWords(act: string): string {
  if (act === EXPORT_EVERYTHING) return 'Exportou tudo';
  const cut = act.indexOf('-');
  const [verb, noun] = [VERBS[act.slice(0, cut)], NOUNS[act.slice(cut + 1)]];
  return verb === undefined || noun === undefined ? act : `${verb} ${noun}`;
}

/** Why there is no sheet of so many accesses. */
export const SHEET_TOO_LONG = `O CSV tem no máximo ${AUDIT_SHEET_MAX / 1000} mil linhas. Escolha um período menor.`;

/** The fields in words, each once. */
export function fieldWords(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => FIELDS[field] ?? field))].join(', ');
}

/** What an access did, in one line, without its document and its person. */
export function accessWords({ kind, act, file, amount, offline, fields }: AuditedAccess): string {
  const done =
    (kind === 'act' || kind === 'audit' || kind === 'export') && act !== null ? actWords(act) : ACCESS_WORDS[kind];
  const parts = [
    kind === 'file' && file !== null ? `${done} ${file}` : done,
    ...(amount === null
      ? []
      : [`${amount} ${act === EXPORT_EVERYTHING ? 'documentos' : kind === 'zip' ? 'arquivos' : 'linhas'}`]),
    ...(kind === 'act' && fields.length > 0 ? [fieldWords(fields)] : []),
    ...(offline ? ['sem conexão'] : []),
    ...(fields.includes('elsewhere') ? ['por um link de outro site'] : []),
  ];
  return parts.join(' · ');
}

/** `PMVI042` of an audited document. */
export const auditedTicket = (acronym: string, document: { readonly number: number }): string =>
  ticketOf(acronym, document.number);
