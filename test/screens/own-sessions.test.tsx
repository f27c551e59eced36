// The devices on which a person is logged in: leaving them asks for the present password (S156).

import { expect, it, vi } from 'vitest';
import { NOW } from '../builders/moments.ts';
import { find, names, press, fill, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const LOGIN = '00000000-0000-4000-8000-0000000000aa';
const HERE = { id: LOGIN, device: 'Computador', began_at: NOW, used_at: NOW, current: true };
const OTHER = { ...HERE, id: '00000000-0000-4000-8000-0000000000ab', device: 'Celular Android', current: false };

type SentRequest = Record<string, FormDataEntryValue>;

/** A server on which the person's password is "certa". Returns what was sent to end sessions. */
function serve(): SentRequest[] {
  const sent: SentRequest[] = [];
  const json = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  let sessions = [HERE, OTHER];
  vi.stubGlobal('fetch', async (address: unknown, { method = 'GET', body }: RequestInit = {}) => {
    if (String(address).includes('/sanctum'))
      return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    if (!String(address).includes('/api/profile/sessions')) return json(404, { message: 'Não encontrado.' });
    if (method === 'GET') return json(200, { sessions });
    const fields = Object.fromEntries(body instanceof FormData ? body : new FormData());
    sent.push(fields);
    const message = 'Esta não é a sua senha atual.';
    if (fields['password_current'] !== 'certa')
      return json(422, { message, type: 'invalid', errors: { password_current: [message] } });
    sessions = [HERE];
    return json(200, { ended: 1 });
  });
  return sent;
}

it('one other device is left with the password, and a wrong one is told at the field', async () => {
  const sent = serve();
  await visit('/admin/profile', { role: 'Servidor' });
  await press('button', 'Sair deste: Celular Android');
  await seesText('Sair de: Celular Android');
  const leave = await find('button', 'Confirmar saída');
  expect(leave.hasAttribute('disabled')).toBe(true);
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('password_current'));
  await fill('Senha atual', 'errada');
  await press('button', 'Confirmar saída');
  await seesText('Esta não é a sua senha atual.');
  await fill('Senha atual', 'certa');
  await press('button', 'Confirmar saída');
  await until(() => expect(names('button')).not.toContain('Sair deste: Celular Android'));
  expect(sent).toEqual([
    { _method: 'DELETE', login: OTHER.id, password_current: 'errada' },
    { _method: 'DELETE', login: OTHER.id, password_current: 'certa' },
  ]);
  expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('aparelhos-conectados');
});

it('all others are left with the password, and "Cancelar" leaves none', async () => {
  const sent = serve();
  await visit('/admin/profile', { role: 'Servidor' });
  await press('button', 'Sair de todos os outros');
  await press('button', 'Cancelar');
  expect(sent).toEqual([]);
  await press('button', 'Sair de todos os outros');
  await fill('Senha atual', 'certa');
  await press('button', 'Confirmar saída');
  await until(() => expect(sent).toEqual([{ _method: 'DELETE', password_current: 'certa' }]));
  await until(() => expect(names('button')).not.toContain('Sair de todos os outros'));
});
