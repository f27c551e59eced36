// The named permissions of roles (rules B4, B7). Abilities per document are different: see
// src/domain/document-state.ts.

const VERBS = ['create', 'read', 'update', 'delete'] as const;
const NOUNS = ['users', 'organizations', 'models', 'alerts', 'document_subjects'] as const;

export type Permission =
  | `${(typeof VERBS)[number]}_${(typeof NOUNS)[number]}`
  | 'create_documents'
  | 'read_documents'
  | 'read_all_document_subjects'
  | 'update_tenants'
  | 'reassign_documents'
  | 'manage_devices'
  | LaterPermission;

/** Permissions that devices of version 1.0 do not know (S3). */
export const LATER_PERMISSIONS = ['read_reports', 'read_audit', 'manage_calendar'] as const;
type LaterPermission = (typeof LATER_PERMISSIONS)[number];

export const PERMISSIONS: readonly Permission[] = [
  ...NOUNS.flatMap((noun) => VERBS.map((verb) => `${verb}_${noun}` as const)),
  'create_documents',
  'read_documents',
  'read_all_document_subjects',
  'update_tenants',
  'reassign_documents',
  'manage_devices',
  ...LATER_PERMISSIONS,
];

export const SUPER_ADMIN = 'Super Admin';

/**
 * A role as the wire and the session carry it: with its names, so that no decision depends on an
 * id.
 */
export type RoleLike = { readonly name: string; readonly permissions: readonly { readonly name: string }[] };

/** A person has a permission if any of their roles has it (rule B7). */
export function hasPermission(roles: readonly RoleLike[], permission: Permission): boolean {
  return roles.some((role) => role.permissions.some((one) => one.name === permission));
}

/** A role check requires all the given roles (rule B7). */
export function hasAllRoles(roles: readonly RoleLike[], names: readonly string[]): boolean {
  return names.every((name) => roles.some((role) => role.name === name));
}

export function isSuperAdmin(roles: readonly RoleLike[]): boolean {
  return hasAllRoles(roles, [SUPER_ADMIN]);
}

/** A person can't assign a role with a permission that they lack (rule B8). */
export function canAssignRole(own: readonly RoleLike[], role: RoleLike): boolean {
  if (role.name === SUPER_ADMIN && !isSuperAdmin(own)) return false;
  return role.permissions.every((one) => hasPermission(own, one.name as Permission));
}

/**
 * Whether the person may change role, status, password, e-mail or existence of an account with
 * these roles: only if they could assign every one of them (rule B8; S20).
 */
export function canChangeAccount(own: readonly RoleLike[], held: readonly RoleLike[]): boolean {
  return held.every((role) => canAssignRole(own, role));
}

const WRITER: readonly Permission[] = ['create_documents', 'read_documents', 'read_alerts'];

/** The seven roles of a new tenant (rule B8), in the order in which they are shown. */
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
