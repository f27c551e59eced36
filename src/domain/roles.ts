// The seven roles that every tenant begins with, and what each may do (rule B8).

import { PERMISSIONS, SUPER_ADMIN, type Permission } from './permissions.ts';

const WRITER: readonly Permission[] = ['create_documents', 'read_documents', 'read_alerts'];

/** The seven roles (rule B8), in the order in which they are shown. */
export const ROLES: Readonly<Record<string, readonly Permission[]>> = {
  [SUPER_ADMIN]: PERMISSIONS,
  'Gestor de Setor': [
    ...WRITER,
    ...(['read_all_document_subjects', 'read_organizations', 'create_users', 'read_users', 'update_users'] as const),
    ...(['create_models', 'read_models', 'update_models', 'reassign_documents', 'read_reports'] as const),
  ],
  Protocolo: [
    ...WRITER,
    ...(['read_all_document_subjects', 'read_document_subjects', 'create_document_subjects'] as const),
    ...(['update_document_subjects', 'read_organizations', 'read_users', 'read_models'] as const),
    ...(['create_alerts', 'update_alerts', 'manage_calendar'] as const),
  ],
  Servidor: [...WRITER, 'read_users'],
  'Servidor de Campo': WRITER,
  'Controle Interno': [
    ...(['read_documents', 'read_all_document_subjects', 'read_organizations'] as const),
    ...(['read_users', 'read_models', 'read_alerts', 'read_reports', 'read_audit'] as const),
  ],
  Consulta: ['read_documents', 'read_users', 'read_alerts'],
};
