// What an administrator of PostgreSQL runs for an ordinary owner of a database: a role that owns it
// and nothing else.

import { rolesFor } from '#server/db/roles.ts';

/**
 * Makes the owner, with a password that is its name, and the roles that work in the database of the
 * same name.
 */
export function ownerOf(name: string): string[] {
  const { working, system } = rolesFor(name);
  return [
    `create role ${name} login password '${name}' nosuperuser nocreaterole`,
    `create role ${working} nologin`,
    `create role ${system} nologin`,
    `grant ${working}, ${system} to ${name}`,
  ];
}

export function endOwnerOf(name: string): string[] {
  const { working, system } = rolesFor(name);
  return [name, working, system].map((role) => `drop role if exists ${role}`);
}
