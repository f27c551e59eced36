/** `decidir`: the command whose conflict is being settled. */
export type OutboxSearch = { decidir?: string };

export function outboxSearch(search: Record<string, unknown>): OutboxSearch {
  const { decidir } = search;
  return typeof decidir === 'string' ? { decidir } : {};
}
