// A server for the calls that a screen makes by itself, past the outbox.

import { vi } from 'vitest';

/** Answers every call after the CSRF token with `body`; returns the paths that were asked. */
export function answer(status: number, body: unknown): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: unknown) => {
    const path = new URL(String(input instanceof Request ? input.url : input), location.href).pathname;
    if (path.includes('/sanctum')) return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    asked.push(path);
    const text = body === null ? null : JSON.stringify(body);
    return new Response(text, { status, headers: body === null ? {} : { 'Content-Type': 'application/json' } });
  });
  return asked;
}
