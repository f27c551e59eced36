// The screens behind the login: what each address is called, and which permissions it takes (rules
// B4, B5). Menu, guard and the test of the roles read this table. The guard does not compile while
// an address of `routes/` has no row here.

import type { Permission } from '#domain/permissions.ts';

/**
 * `needs`: all are required. `either`: one is enough; without any, the first is named as missing.
 */
export type Screen = {
  readonly title: string;
  readonly needs: readonly Permission[];
  readonly either?: readonly Permission[];
};

const screen = <Needs extends Permission>(title: string, ...needs: Needs[]) => ({ title, needs });

/** Screens that manage a list take the permission to create besides the one to read (rule B5). */
export const SCREENS = {
  '/admin/home': screen('Início'),
  '/admin/results/': screen('Busca'),
  '/admin/results/$search': screen('Busca'),
  '/admin/help': screen('Ajuda'),
  '/admin/profile': screen('Perfil'),
  '/admin/outbox': screen('Pendências de envio'),
  '/admin/device': screen('Dados neste aparelho'),
  '/admin/create-documents': screen('Criar documento', 'create_documents'),
  '/admin/manage-documents': screen('Gerenciar documentos', 'read_documents'),
  '/admin/exceptions-documents': screen('Exceções', 'read_documents'),
  '/admin/view-document/$id': screen('Ver documento', 'read_documents'),
  '/admin/create-document-subjects': screen('Criar assunto de documento', 'create_document_subjects'),
  '/admin/manage-document-subjects': screen('Gerenciar assuntos de documento', 'read_all_document_subjects'),
  '/admin/edit-document-subjects/$id': screen('Editar assunto de documento', 'update_document_subjects'),
  '/admin/create-models': screen('Criar modelo', 'create_models'),
  '/admin/manage-models': screen('Gerenciar modelos', 'read_models', 'create_models'),
  '/admin/edit-model/$id': screen('Editar modelo', 'update_models'),
  '/admin/create-organizations': screen('Criar setor', 'create_organizations'),
  '/admin/manage-organizations': screen('Gerenciar setores', 'read_organizations', 'create_organizations'),
  '/admin/edit-organization/$id': screen('Editar setor', 'update_organizations'),
  '/admin/users': screen('Usuários', 'read_users'),
  '/admin/create-users': screen('Criar usuário', 'create_users'),
  '/admin/manage-users': screen('Gerenciar usuários', 'read_users', 'create_users'),
  '/admin/edit-user/$id': screen('Editar usuário', 'update_users'),
  '/admin/import': { title: 'Importar planilha', needs: [], either: ['create_users', 'create_organizations'] },
  '/admin/alerts': screen('Alertas', 'read_alerts'),
  '/admin/create-alerts': screen('Criar alerta', 'create_alerts'),
  '/admin/manage-alerts': screen('Gerenciar alertas', 'read_alerts', 'create_alerts'),
  '/admin/edit-alert/$id': screen('Editar alerta', 'update_alerts'),
  '/admin/reports': screen('Relatórios', 'read_reports'),
  '/admin/calendar': screen('Calendário', 'manage_calendar'),
  '/admin/create-holidays': screen('Novo dia do calendário', 'manage_calendar'),
  '/admin/edit-holiday/$id': screen('Editar dia do calendário', 'manage_calendar'),
  '/admin/export': screen('Exportar tudo', 'update_tenants'),
  '/admin/audit': screen('Auditoria', 'read_audit'),
} as const satisfies Record<`/admin/${string}`, Screen>;

export type ScreenPath = keyof typeof SCREENS;

type May = (permission: Permission) => boolean;

/** The permissions that a person lacks for an address; none when they may open it. */
export function missingFor(path: ScreenPath, may: May): readonly Permission[] {
  const { needs, either = [] }: Screen = SCREENS[path];
  const missing = needs.filter((permission) => !may(permission));
  return either.some(may) ? missing : [...missing, ...either.slice(0, 1)];
}

export function mayOpen(path: ScreenPath, may: May): boolean {
  return missingFor(path, may).length === 0;
}
