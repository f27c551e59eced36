import type { Permission } from '#domain/permissions.ts';
import { expect, test } from 'vitest';
import { personHref, sectorHref } from './result-links.ts';

const mayOf = (permissions: readonly Permission[]) => (one: Permission) => permissions.includes(one);

test.each<[Permission[], boolean, number | null, string | null]>([
  [['update_organizations', 'read_users'], true, null, '/admin/edit-organization/7'],
  [['update_organizations', 'read_users'], false, 7, '/admin/edit-organization/7'],
  [['update_organizations', 'read_users'], false, 8, '/admin/users?setor=7'],
  [['read_users'], true, 7, '/admin/users?setor=7'],
  [[], false, 7, null],
])('with %o, Super Admin %s, of sector %s, a sector leads to %s', (permissions, superAdmin, organizationId, href) => {
  expect(sectorHref({ id: 7 }, { may: mayOf(permissions), superAdmin, organizationId })).toBe(href);
});

test.each<[Permission[], string | undefined, string | null]>([
  [['update_users', 'read_users'], 'ana@pmvi.example', '/admin/edit-user/3'],
  [['update_users', 'read_users'], undefined, '/admin/users?nome=Ana%20Lima'],
  [['read_users'], 'ana@pmvi.example', '/admin/users?nome=Ana%20Lima'],
  [[], undefined, null],
])('with %o a person with the e-mail %s leads to %s', (permissions, email, href) => {
  expect(personHref({ id: 3, name: 'Ana', last_name: 'Lima', email }, { may: mayOf(permissions) })).toBe(href);
});
