// Perfil, Avisos: by which ways the person is told of each event.

import { readMeta } from '#mirror/store/storage.ts';
import { expect, it, vi } from 'vitest';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const CHOICES = '/admin/profile?aba=avisos';
const isOn = async (name: string) => ((await find('checkbox', name)) as HTMLInputElement).checked;
const isFixed = async (name: string) => ((await find('checkbox', name)) as HTMLInputElement).disabled;

it('shows the usual ways, what the person chose, and marks the two events that can’t be switched off', async () => {
  await visit(CHOICES, { session: { notices: { reply: ['email'], deadline: [], later: ['pigeon'] } } });
  expect(await isOn('Resposta: E-mail')).toBe(true);
  expect(await isOn('Resposta: Aparelho')).toBe(false);
  expect(await isOn('Prazo: E-mail')).toBe(false);
  expect(await isOn('Conclusão: Aparelho')).toBe(true);
  expect(await isOn('Conclusão: Resumo')).toBe(false);
  for (const name of ['Chegada: Aparelho', 'Chegada: E-mail', 'Envio não aceito: Aparelho']) {
    expect([name, await isOn(name), await isFixed(name)]).toEqual([name, true, true]);
  }
  expect(names('rowheader').filter((name) => name.includes('Sempre'))).toHaveLength(2);
});

it('sends the events that were changed, and none of them as none', async () => {
  const { mirror } = await visit(CHOICES);
  const kept = await readMeta(mirror, 'session');
  const sent: [string, FormDataEntryValue][] = [];
  vi.stubGlobal('fetch', async (address: unknown, { body }: RequestInit = {}) => {
    if (String(address).includes('/sanctum'))
      return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    if (body instanceof FormData) sent.push(...body);
    return Response.json({ user: { ...kept, notices: { reply: ['device', 'digest'], completion: [] } } });
  });
  await press('checkbox', 'Resposta: Resumo');
  await press('checkbox', 'Conclusão: Aparelho');
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  await seesText('Avisos salvos');
  expect(sent.filter(([name]) => name.startsWith('notices'))).toEqual([
    ['notices[reply][0]', 'device'],
    ['notices[reply][1]', 'digest'],
    ['notices[completion][0]', 'none'],
  ]);
  expect((await readMeta(mirror, 'session'))?.notices).toEqual({ reply: ['device', 'digest'], completion: [] });
  await until(async () => expect(await mirror.drafts.count()).toBe(0));
});

it('is not offered by a server that has no choices', async () => {
  await visit(CHOICES, { session: { notices: undefined } });
  await until(() => expect(names('tab')).toEqual(['Administrador', 'Organização']));
});
