import { said } from './present.ts';
import type { Town } from './town.ts';

/** The password of all people in a town. */
export const PASSWORD = 'senha da vila';

/**
 * The cookie says who a person is: `session=<user id>`. Each login and logout begins another CSRF
 * token, as in Laravel.
 */
export type Sessions = {
  personOf(request: Request): number;
  /** Whether a write carries the present token. */
  isOwn(request: Request): boolean;
  /** The calls of a session; null for any other. */
  answer(request: Request): Promise<Response | null>;
};

export function sessionsOf(town: Town): Sessions {
  let changes = 0;
  const token = () => `token ${changes} with = and ;`;
  const cookies = (id: number | null) => {
    changes += 1;
    const end = id === null ? 'session=; Max-Age=0' : `session=${id}`;
    return [
      ['Set-Cookie', `${end}; path=/; HttpOnly; SameSite=Lax`],
      ['Set-Cookie', tokenCookie()],
    ] as [string, string][];
  };
  const tokenCookie = () => `XSRF-TOKEN=${encodeURIComponent(token())}; path=/; SameSite=Lax`;

  async function logIn(request: Request): Promise<Response> {
    const sent: unknown = await request.json().catch(() => null);
    const { email, password } = (sent ?? {}) as { email?: unknown; password?: unknown };
    const person = town.people.find((one) => one.email === email && one.status === 'active');
    if (person === undefined || password !== PASSWORD)
      return said(422, { message: 'Dados inválidos.', errors: { email: ['E-mail ou senha incorretos.'] } });
    return Response.json({ two_factor: false }, { headers: cookies(person.id) });
  }

  return {
    personOf: (request) => Number(/session=(\d+)/.exec(request.headers.get('Cookie') ?? '')?.[1]),
    isOwn: (request) => request.headers.get('X-XSRF-TOKEN') === token(),
    async answer(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`;
      if (call === 'GET /sanctum/csrf-cookie')
        return new Response(null, { status: 204, headers: { 'Set-Cookie': tokenCookie() } });
      if (call === 'POST /login') return logIn(request);
      // Its answer need not be empty.
      if (call === 'POST /logout') return Response.json({ message: 'Até logo.' }, { headers: cookies(null) });
      return null;
    },
  };
}
