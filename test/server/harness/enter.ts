// A logged-in person without a login request: a session row and its cookies.

import type { InjectOptions } from 'fastify';
import type { OpenApp } from './open-app.ts';
import type { TestClient } from './test-client.ts';

export async function enter(
  server: Pick<OpenApp, 'app' | 'services'>,
  person: { readonly id: number; readonly tenantId: number },
): Promise<TestClient> {
  const { token, csrfToken } = await server.app.sessions.start({
    person: { tenantId: person.tenantId, userId: person.id },
    // Lasts for tests that move the clock by days.
    remember: true,
    now: server.services.clock(),
  });
  const headers = (): Record<string, string> => ({
    cookie: `malote_session=${token}; XSRF-TOKEN=${encodeURIComponent(csrfToken)}`,
    'x-xsrf-token': csrfToken,
  });
  const inject = (options: InjectOptions) =>
    server.app.inject({ ...options, headers: { ...headers(), ...options.headers } });
  return {
    userId: person.id,
    headers,
    inject,
    get: (url) => inject({ method: 'GET', url }),
    send: (method, url, body) => inject({ method, url, ...(body === undefined ? {} : { payload: body }) }),
  };
}
