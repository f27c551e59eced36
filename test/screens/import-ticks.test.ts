// The import of a sheet: what goes along with it is chosen before it is sent, and stays as it was
// sent. A sheet that cannot be read is told.

import type { ImportReport } from '#contract/import.ts';
import { expect, test, vi } from 'vitest';
import { choose, unreadableFile } from './harness/files.ts';
import { find, pageText, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const REPORT: ImportReport = {
  conference: 'A'.repeat(43),
  counts: { refused: 0, new: 1, changed: 0, same: 0 },
  ignored: [],
  invitable: 1,
  missing: [{ id: 9, label: 'Davi Antunes' }],
  lines: [{ line: 2, result: 'new', label: 'Yara Lima', changes: [], errors: [] }],
};

const isFixed = async (name: string) => (await find('checkbox', name)).matches(':disabled');

test('after an answer of an import that was lost its ticks stay as they were sent, and the same is sent again', async () => {
  const sent: { readonly key: string | null; readonly body: unknown }[] = [];
  let isCut = true;
  vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
    const request = new Request(new URL(String(input instanceof Request ? input.url : input), 'http://localhost'), {
      ...(input instanceof Request ? { method: input.method, headers: input.headers } : init),
      body: null,
    });
    if (request.url.includes('/sanctum')) return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    if (!request.url.endsWith('/api/users/import')) throw new TypeError('cut');
    const given = input instanceof Request ? await input.clone().text() : init?.body;
    const body = JSON.parse(typeof given === 'string' ? given : '{}') as { readonly conference?: string };
    if (body.conference !== undefined) sent.push({ key: request.headers.get('Idempotency-Key'), body });
    if (body.conference !== undefined && isCut) throw new TypeError('cut');
    const answer = body.conference === undefined ? { report: REPORT } : { applied: true, report: REPORT, invited: 1 };
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
  await visit('/admin/import', { session: { rev: 1 } });
  const picker = await until(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('no picker');
    return input;
  });
  const sheet = new File(['Nome;E-mail'], 'pessoas.csv');
  // jsdom has no such method.
  sheet.arrayBuffer = async () => new TextEncoder().encode('Nome;E-mail').buffer;
  Object.defineProperty(picker, 'files', { value: [sheet] });
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => expect(pageText()).toContain('Convidar a pessoa nova'));
  expect(await isFixed('Convidar a pessoa nova')).toBe(false);
  await press('button', 'Importar 1 linha');
  await seesText('Não foi possível falar com o servidor.');
  expect(await isFixed('Convidar a pessoa nova')).toBe(true);
  expect(await isFixed('Desativar quem não está na planilha')).toBe(true);
  isCut = false;
  await press('button', 'Importar 1 linha');
  await seesText('1 convite a caminho.');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({ key: expect.any(String), body: { invite: true } });
});

test('a sheet that was moved before it could be read is told, and another one can be chosen', async () => {
  await visit('/admin/import', { session: { rev: 1 } });
  await choose('Escolher planilha', unreadableFile('pessoas.csv'));
  await seesText('Não foi possível ler pessoas.csv.');
  expect((await find('button', 'Escolher planilha')).hasAttribute('disabled')).toBe(false);
});
