/**
 * The name of a person's database: one per person and server; the server is the page's own origin.
 */
export function profileName(userId: number): string {
  return `malote-${userId}`;
}
