// What a person without a permission reads: which one is missing, what their role allows, and what
// to ask for.

import type { Permission } from '#domain/permissions.ts';
import { joined } from '../words/format.ts';

export const NO_PERMISSION = {
  safe: 'Nada do que você fez se perdeu.',
  who: 'Quem pode dar essa permissão',
  nobodyKnown: 'Este aparelho ainda não conhece quem administra o sistema. Procure a administração da sua organização.',
  copy: 'Copiar pedido',
  home: 'Ir para o início',
  again: 'Conferir de novo',
  checking: 'Conferindo…',
  hint: 'Se a permissão acabou de ser dada, confira de novo: não é preciso sair.',
  still: 'Conferido agora: a permissão ainda não foi dada.',
  unreached: 'Não foi possível conferir agora. Tente quando houver conexão.',
} as const;

/** Every permission in words. */
export const PERMISSION_NAME: Record<Permission, string> = {
  create_documents: 'criar documentos',
  read_documents: 'ver documentos',
  create_document_subjects: 'criar assuntos de documento',
  read_document_subjects: 'ver assuntos de documento',
  read_all_document_subjects: 'ver todos os assuntos de documento',
  update_document_subjects: 'editar assuntos de documento',
  delete_document_subjects: 'deletar assuntos de documento',
  create_models: 'criar modelos',
  read_models: 'ver modelos',
  update_models: 'editar modelos',
  delete_models: 'deletar modelos',
  create_organizations: 'criar setores',
  read_organizations: 'ver setores',
  update_organizations: 'editar setores',
  delete_organizations: 'deletar setores',
  create_users: 'criar usuários',
  read_users: 'ver usuários',
  update_users: 'editar usuários',
  delete_users: 'deletar usuários',
  create_alerts: 'criar alertas',
  read_alerts: 'ver alertas',
  update_alerts: 'editar alertas',
  delete_alerts: 'deletar alertas',
  update_tenants: 'editar a organização',
  reassign_documents: 'redistribuir documentos',
  manage_devices: 'cuidar dos aparelhos',
  read_reports: 'ver relatórios',
  read_audit: 'ver a auditoria',
  manage_calendar: 'cuidar do calendário',
};

/** `Esta tela pede a permissão “criar setores”.` */
export function asksFor(missing: readonly Permission[]): string {
  const names = missing.map((one) => `“${PERMISSION_NAME[one]}”`);
  return names.length === 1
    ? `Esta tela pede a permissão ${names[0]}.`
    : `Esta tela pede as permissões ${joined(names)}.`;
}

type Noun = { readonly noun: string; readonly reads: readonly Permission[] };

/**
 * The object of a permission, by the end of the permission's name: its word on screen, and the
 * permissions that reading it takes.
 */
const NOUNS: readonly (readonly [ending: string, noun: Noun])[] = [
  ['_document_subjects', { noun: 'assuntos de documento', reads: ['read_all_document_subjects'] }],
  ['_documents', { noun: 'documentos', reads: ['read_documents'] }],
  ['_models', { noun: 'modelos', reads: ['read_models'] }],
  ['_organizations', { noun: 'setores', reads: ['read_organizations'] }],
  ['_users', { noun: 'usuários', reads: ['read_users'] }],
  ['_alerts', { noun: 'alertas', reads: ['read_alerts'] }],
];

/**
 * What the person's role allows: `O seu papel, Gestor de Setor, consulta os setores, mas não os
 * muda.`
 */
export function insteadOf(facts: {
  missing: readonly Permission[];
  role: string | null;
  may: (permission: Permission) => boolean;
}): string {
  const { missing, role, may } = facts;
  if (role === null) return 'Você ainda não tem um papel no sistema.';
  const [first] = missing;
  const found = NOUNS.find(([ending]) => first?.endsWith(ending))?.[1];
  if (found === undefined) return `O seu papel, ${role}, não tem essa permissão.`;
  if (!found.reads.every(may)) return `O seu papel, ${role}, não dá acesso aos ${found.noun}.`;
  const act = first === 'create_documents' ? 'cria' : 'muda';
  return `O seu papel, ${role}, consulta os ${found.noun}, mas não os ${act}.`;
}

/**
 * A request for the permission, to be copied and sent. The permission's name stands apart, because
 * it is drawn in another way.
 */
export function requestFor(facts: {
  person: string;
  sector: string | null;
  missing: readonly Permission[];
  screen: string;
}): readonly [before: string, permission: string, after: string] {
  const { person, sector, missing, screen } = facts;
  const from = sector === null ? '' : `, setor ${sector}`;
  const word = missing.length === 1 ? 'da permissão' : 'das permissões';
  return [
    `“Sou ${person}${from}. Preciso ${word} `,
    joined(missing.map((one) => PERMISSION_NAME[one])),
    ` para abrir ${screen}.”`,
  ];
}
