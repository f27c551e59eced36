// The secret address of a person's calendar: it is made, copied and ended in its dialog.

import { expect, it, vi } from 'vitest';
import { nameOf, textOf } from './harness/accessible.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const DIALOG = '/admin/manage-documents?painel=agenda';
const PATH = '/api/profile/calendar';

type Answer = { readonly status: number; readonly body: unknown };

/**
 * The server's side of the address: it knows the hour of the last one alone, and counts what it was
 * asked.
 */
function serveAddress(refused?: Answer): { asked: string[]; keys: string[] } {
  const asked: string[] = [];
  const keys: string[] = [];
  let madeAt: string | null = null;
  let count = 0;
  const answerTo = (method: string): Answer => {
    if (method === 'GET') return { status: 200, body: { made_at: madeAt } };
    if (refused !== undefined) return refused;
    if (method === 'DELETE') {
      madeAt = null;
      return { status: 200, body: { deleted: 1 } };
    }
    madeAt = '2026-11-20T14:32:00.000Z';
    count += 1;
    return { status: 201, body: { path: `/api/calendar/deadlines.ics?token=segredo-${count}`, made_at: madeAt } };
  };
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    const { pathname } = new URL(request.url);
    if (pathname.includes('/sanctum')) return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    const method = request.method === 'GET' ? 'GET' : await methodOf(init.body);
    if (pathname === PATH) asked.push(method);
    const key = request.headers.get('Idempotency-Key');
    if (key !== null) keys.push(key);
    const { status, body } = answerTo(method);
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return { asked, keys };
}

/** A write names its method in the form. */
async function methodOf(body: unknown): Promise<string> {
  const given = body instanceof FormData ? body.get('_method') : null;
  return typeof given === 'string' ? given : 'POST';
}

const opened = () => visit(DIALOG, { fill: withDocuments, role: 'Servidor' });
const NONE = 'Nenhum endereço criado.';

/** Ends the address, and returns the question before it. */
async function end(): Promise<void> {
  await press('button', 'Encerrar o endereço');
  await find('button', 'Manter o endereço');
  await press('button', 'Encerrar o endereço');
}

const focused = () => (document.activeElement === null ? '' : nameOf(document.activeElement));

it('the address of the calendar is made, copied, made anew and ended, and is shown only where it was made', async () => {
  const { asked, keys } = serveAddress();
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  const { close } = await opened();
  await seesText(NONE);
  expect(names('button')).not.toContain('Encerrar o endereço');
  await press('button', 'Criar endereço');
  await seesText('Copie agora: por segurança, o endereço só aparece quando é criado.');
  await press('button', 'Copiar endereço');
  await until(() => expect(copied).toEqual([`${location.origin}/api/calendar/deadlines.ics?token=segredo-1`]));
  const subscribe = await find('link', 'Abrir na agenda');
  expect(subscribe.getAttribute('href')).toMatch(/^webcal:.*segredo-1$/);

  await press('button', 'Criar outro endereço');
  await seesText('segredo-2');
  expect(textOf(document.body)).not.toContain('segredo-1');

  await end();
  await seesText(NONE);
  expect(textOf(document.body)).not.toContain('segredo');
  await find('button', 'Criar endereço');
  expect(asked).toEqual(['GET', 'POST', 'POST', 'DELETE']);
  expect(new Set(keys).size).toBe(3);
  close();
  Reflect.deleteProperty(navigator, 'clipboard');
});

it('an address that was made before is told with its moment, without the address, and can be ended', async () => {
  const { asked } = serveAddress();
  const { close } = await opened();
  await seesText(NONE);
  await press('button', 'Criar endereço');
  await seesText('segredo-1');
  close();
  await opened();
  await seesText(/Há um endereço criado .*Criar outro encerra o que existe\./);
  expect(textOf(document.body)).not.toContain('segredo');
  expect(names('button')).not.toContain('Copiar endereço');
  await end();
  await seesText(NONE);
  expect(asked.at(-1)).toBe('DELETE');
});

/**
 * Half a second after a dialog has opened the library focuses it once more if nothing in it has the
 * focus, as between a button that goes when it is pressed and the one that is focused then. A
 * person presses nothing so early.
 */
async function openedForGood(): Promise<void> {
  let times = 0;
  const count = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.getAttribute('role') === 'dialog') times += 1;
  };
  document.addEventListener('focusin', count);
  await opened();
  await until(() => expect(times).toBeGreaterThan(1));
  document.removeEventListener('focusin', count);
}

it('the address ends after a question only, and the focus goes to what a person can do next', async () => {
  const { asked } = serveAddress();
  await openedForGood();
  await seesText(NONE);
  await press('button', 'Criar endereço');
  await press('button', 'Encerrar o endereço');
  await seesText('Todas as agendas que o seguem deixam de receber os seus prazos');
  await until(() => expect(focused()).toBe('Manter o endereço'));
  await press('button', 'Manter o endereço');
  await until(() => expect(focused()).toBe('Encerrar o endereço'));
  await seesText('segredo-1');
  expect(asked).toEqual(['GET', 'POST']);
  await end();
  await until(() => expect(focused()).toBe('Criar endereço'));
  expect(asked.at(-1)).toBe('DELETE');
});

it.each([
  ['too many requests', { status: 429, body: { message: 'Muitas tentativas. Aguarde 60 s.' } }],
  ['an ended session', { status: 401, body: { message: 'Não autenticado.' } }],
])('%s leaves the address as it was and says what to do', async (_case, refused) => {
  serveAddress(refused);
  await opened();
  await seesText(NONE);
  await press('button', 'Criar endereço');
  await seesText(
    refused.status === 401
      ? 'Sua sessão terminou. Entre de novo para continuar.'
      : 'Não foi possível falar com o servidor. Tente de novo.',
  );
  expect(names('button')).toContain('Criar endereço');
  expect(names('button')).not.toContain('Copiar endereço');
});
