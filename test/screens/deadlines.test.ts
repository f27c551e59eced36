// What is due when: the chips and the order of the list, and the week on the home.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { SECTORS } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, pageText, press, seesText, titles, until } from './harness/hand.ts';
import { countPresses } from './harness/presses.ts';
import { DOCUMENTS, withDocuments } from './harness/rows.ts';
import { answer } from './harness/server.ts';
import { visit } from './harness/visit.ts';

const LIST = '/admin/manage-documents';
const town = { fill: withDocuments, role: 'Servidor' };
const BY_DEADLINE = [
  'Relatório atrasado',
  'Medição de novembro',
  'Aditivo do contrato',
  'Interdição da rua',
  'Só dos outros',
  'Rescisão concluída',
];

const groups = (): string[] => [...document.querySelectorAll('th[scope=rowgroup]')].map(textOf);
const chips = (): string[] =>
  all('button')
    .filter((one) => one.hasAttribute('aria-pressed'))
    .map(textOf);

it('the heading Vencimento sorts by the nearest deadline, in groups, and turns round when it is pressed again', async () => {
  const { address } = await visit(LIST, town);
  const heading = async () => (await find('columnheader', 'Vencimento')).getAttribute('aria-sort');
  expect(await heading()).toBe('none');
  await press('button', 'Vencimento');
  await until(() => expect(titles()).toEqual(BY_DEADLINE));
  expect(groups()).toEqual(['Em atraso 1', 'Hoje 1', 'Até segunda-feira, 30 de nov. 3', 'Finalizados 1']);
  expect(await heading()).toBe('ascending');
  await find('button', /^Ordenar: Prazo mais próximo/);
  await press('button', 'Vencimento');
  await until(() => expect(groups()[0]).toMatch(/^Até segunda-feira/));
  expect(titles().at(-1)).toBe('Rescisão concluída');
  expect(await heading()).toBe('descending');
  expect(address()).toContain('order_by_limit_date=desc');
});

it('a chip of deadlines says how many it holds, puts the list in their order and releases the chip it contains', async () => {
  const { address } = await visit(LIST, town);
  await until(() => expect(chips()).toEqual(['Atrasados 1', 'Hoje 1', 'Esta semana 1', '10 dias 4']));
  expect(names('button')).not.toContain('Limpar prazo');
  await press('button', '10 dias 4');
  await until(() => expect(titles()).toEqual(BY_DEADLINE.slice(1, 5)));
  await seesText('4 documentos em aberto');
  expect(address()).toContain('order_by_limit_date=asc');
  await press('button', 'Atrasados 1');
  await until(() => expect(titles()).toEqual(BY_DEADLINE.slice(0, 5)));
  await press('button', 'Esta semana 1');
  await until(() => expect(titles()).toEqual(BY_DEADLINE.slice(0, 2)));
  expect(
    all('button')
      .filter((one) => one.getAttribute('aria-pressed') === 'true')
      .map(textOf),
  ).toEqual(['Atrasados 1', 'Esta semana 1']);
  await press('button', 'Limpar prazo');
  await until(() => expect(titles()).toHaveLength(6));
  expect(address()).not.toContain('due=');
});

it('a choice of deadlines that nothing is in says so calmly and leads back to all deadlines', async () => {
  await visit(`${LIST}?due=today`, {
    role: 'Servidor',
    fill: (mirror) => withDocuments(mirror, DOCUMENTS.slice(0, 1)),
  });
  await seesText('Nada vence hoje.');
  await press('button', 'Ver todos os prazos');
  await until(() => expect(titles()).toEqual(['Interdição da rua']));
});

it('nothing in atraso is good news, from the number of the home too', async () => {
  await visit(`${LIST}?status=overdue`, {
    role: 'Servidor',
    fill: (mirror) => withDocuments(mirror, DOCUMENTS.slice(0, 1)),
  });
  await seesText('Nada em atraso.');
  await press('button', 'Ver todos os prazos');
  await until(() => expect(titles()).toEqual(['Interdição da rua']));
});

it('one toolbar has one name for each thing that it clears', async () => {
  await visit(`${LIST}?status=pending&due=ten_days`, town);
  await find('button', 'Limpar tudo');
  expect(names('button').filter((one) => one.startsWith('Limpar'))).toEqual(['Limpar tudo', 'Limpar prazo']);
});

it.each(['desk', 'tablet', 'phone'] as const)('on a %s the status stands before the exception', async (width) => {
  await visit('/admin/exceptions-documents', { ...town, width });
  await seesText('exceção');
  expect(pageText()).toMatch(/(?:Pendente|Tramitando|Em atraso|Prorrogado|Finalizado)[^.]{0,60}?\s*exceção/);
  expect(pageText()).not.toMatch(/exceção\s*(?:Pendente|Tramitando|Em atraso|Prorrogado|Finalizado)/);
});

it('on a phone the search opens from its sign, each card says with whom the document is, and its dates are among the filters', async () => {
  const { address } = await visit(LIST, { ...town, width: 'phone' });
  await seesText('Responsável: Bia Souza');
  await press('button', 'Buscar nos documentos');
  const input = await field('Buscar nos documentos');
  expect(document.activeElement).toBe(input);
  await fill('Buscar nos documentos', 'aditivo');
  key(await field('Buscar nos documentos'), 'Enter');
  await until(() => expect(address()).toContain('search=aditivo'));
  await find('button', 'Remover filtro Busca: aditivo');
  await press('button', 'Ver a lista');
  await press('button', /^Filtros/);
  await find('dialog', 'Filtros');
  await field(/^Criados de/);
  await field(/^Criados até/);
});

it('on a phone Selecionar is in the sheet of the list, and has a box for the whole page', async () => {
  await visit(`${LIST}?order_by_limit_date=asc`, { ...town, width: 'phone' });
  await press('button', 'Ver a lista');
  await press('button', /^Selecionar/);
  await find('checkbox', `Selecionar todos os ${BY_DEADLINE.length} desta página`);
  expect(names('checkbox')).toHaveLength(BY_DEADLINE.length + 1);
});

/** These documents, all of them with the sector of the person who is logged in. */
const ofSector = {
  role: 'Servidor',
  fill: (mirror: Mirror) =>
    withDocuments(
      mirror,
      DOCUMENTS.map((row) => ({ ...row, organizations: [SECTORS.works] })),
    ),
};

const week = () => find('region', /^Para hoje e esta semana/);

it('the home tells what waits for the sector this week, the overdue first, before what was received last', async () => {
  await visit('/admin/home', ofSector);
  const rows = all('listitem', await week()).map(textOf);
  expect(rows).toEqual([
    expect.stringMatching(/^Venceu há 2 dias 18\/11 Relatório atrasado/),
    expect.stringMatching(/^Hoje 20\/11 Medição de novembro .*com você/),
  ]);
  const regions = names('region');
  expect(regions.findIndex((one) => one.startsWith('Para hoje'))).toBeLessThan(regions.indexOf('Últimos que recebeu'));
});

it.each(['desk', 'phone'] as const)(
  'on a %s what is due this week is one press away from a document',
  async (width) => {
    await visit('/admin/view-document/2', { ...ofSector, width });
    const home = await find('link', width === 'phone' ? 'Início' : /ir para o início$/);
    const presses = countPresses();
    home.click();
    expect(textOf(await week())).toContain('Relatório atrasado');
    expect(presses()).toBe(1);
  },
);

it('the link of the week opens the sector’s next ten days, and its number is the length of that list', async () => {
  const { address } = await visit('/admin/home', ofSector);
  const link = await find('link', /^Ver os próximos 10 dias/);
  const [, count] = /\((\d+)\)/.exec(textOf(link)) ?? [];
  link.click();
  await until(() => expect(address()).toContain('due=ten_days'));
  await until(() => expect(titles()).toHaveLength(Number(count)));
});

const NEXT_WEEK = buildDocumentRow({ limit_date: '2026-11-27' });

it('a week without deadlines is one calm line that names the next one', async () => {
  await visit('/admin/home', {
    role: 'Servidor',
    fill: (mirror) => withDocuments(mirror, [{ ...NEXT_WEEK, organizations: [SECTORS.works] }]),
  });
  expect(textOf(await week())).toContain('Nada vence até sábado. O próximo: sex., 27 de nov.');
});

/** jsdom's blobs are read by its FileReader alone. */
const textIn = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(blob ?? new Blob());
  });

it('the menu of a document copies its link and saves its deadline as a calendar file, without a network', async () => {
  const copied: string[] = [];
  const saved: Blob[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await visit('/admin/view-document/2', town);
  await press('button', 'Mais opções');
  await press('menuitem', 'Copiar link');
  await until(() => expect(copied).toEqual([expect.stringMatching(/\/admin\/view-document\/2$/)]));
  await seesText('Link copiado');
  await press('button', 'Mais opções');
  await press('menuitem', 'Pôr o prazo na agenda');
  await until(() => expect(saved).toHaveLength(1));
  const text = await textIn(saved[0]);
  expect(text).toContain('SUMMARY:PMVI043 — Medição de novembro\r\nTRANSP');
  expect(text).toContain('DTSTART;VALUE=DATE:20261120');
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.restoreAllMocks();
});

it('the address of the calendar is made online and shown once, and offline the button says that it needs internet', async () => {
  const asked = answer(201, { path: '/api/calendar/deadlines.ics?token=segredo', made_at: null });
  const { mirror } = await visit(`${LIST}?painel=agenda`, town);
  await find('dialog', 'Prazos na minha agenda');
  await until(() => expect(asked).toContain('/api/profile/calendar'));
  await mirror.meta.put({ name: 'connection', value: { auth: 'ok', network: 'offline' } });
  const button = await find('button', /^Criar endereço \(precisa de internet\)$/);
  expect(button.hasAttribute('disabled')).toBe(true);
});
