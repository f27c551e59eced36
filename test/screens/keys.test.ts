// The single keys (src/app/experience.md, experience W6): where they lead, where they are letters,
// and their list.

import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { beforeEach, expect, it } from 'vitest';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const LIST = '/admin/manage-documents';
const town = { fill: withDocuments, role: 'Servidor' };
beforeEach(() => updateDeviceFacts({ slashKey: true }));

const strike = (name: string, target: Element = document.activeElement ?? document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
const focused = (): string => (document.activeElement === null ? '' : nameOf(document.activeElement as HTMLElement));

it('g i leads to the home, g d to the documents, n to a new document', async () => {
  const { address } = await visit('/admin/help', town);
  await find('heading', 'Ajuda');
  await until(() => {
    strike('g');
    strike('d');
    expect(address()).toBe(LIST);
  });
  strike('g');
  strike('i');
  await until(() => expect(address()).toBe('/admin/home'));
  strike('i');
  strike('n');
  await until(() => expect(address()).toBe('/admin/create-documents'));
});

it('a person who may not create documents stays where they are on n', async () => {
  const { address } = await visit('/admin/help', { fill: withDocuments, role: 'Consulta' });
  await find('heading', 'Ajuda');
  await until(() => {
    strike('?');
    expect(names('dialog')).toEqual(['Atalhos de teclado']);
  });
  key(await find('dialog', 'Atalhos de teclado'), 'Escape');
  await until(() => expect(all('dialog')).toEqual([]));
  strike('n');
  strike('g');
  strike('i');
  await until(() => expect(address()).toBe('/admin/home'));
});

it.each(['desk', 'tablet'] as const)(
  'on a %s j and k move through the rows of the list, and x ticks the row',
  async (width) => {
    await visit(LIST, { ...town, width });
    await seesText('Aditivo do contrato');
    await until(() => {
      strike('k');
      expect(focused()).toBe('Aditivo do contrato');
    });
    strike('j');
    await until(() => expect(focused()).toBe('Medição de novembro'));
    strike('k');
    strike('k');
    strike('x');
    await seesText('1 item foi selecionado');
    expect(focused()).toBe('Aditivo do contrato');
    const ticked = () =>
      all('checkbox')
        .filter((one) => (one as HTMLInputElement).checked)
        .map(nameOf);
    await until(() => expect(ticked()).toEqual(['Selecionar Aditivo do contrato']));
    strike('x');
    await until(() => expect(ticked()).toEqual([]));
  },
);

it.each(['desk', 'tablet'] as const)(
  'on a %s j and k move through the rows of a list of management, and x ticks the row and keeps the focus in it',
  async (width) => {
    await visit('/admin/manage-organizations', { width });
    await until(() => expect(document.querySelectorAll('main [data-row]').length).toBeGreaterThan(1));
    const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')].map((row) => row.dataset['row']);
    const here = () => document.activeElement?.closest<HTMLElement>('main [data-row]')?.dataset['row'];
    await until(() => {
      strike('k');
      expect(here()).toBe(rows()[0]);
    });
    strike('j');
    await until(() => expect(here()).toBe(rows()[1]));
    strike('x');
    await seesText('1 item foi selecionado');
    expect(here()).toBe(rows()[1]);
    strike('x');
    await until(() => expect(all('checkbox').filter((one) => (one as HTMLInputElement).checked)).toEqual([]));
    expect(here()).toBe(rows()[1]);
    strike('k');
    await until(() => expect(here()).toBe(rows()[0]));
  },
);

it('the keys are letters in a field, and belong to a menu that is open', async () => {
  await visit(LIST, town);
  await seesText('Aditivo do contrato');
  const input = await field('Buscar nos documentos');
  input.focus();
  for (const letter of ['j', 'x', 'n', 'g', '?', '/']) expect(strike(letter, input)).toBe(true);
  expect(document.activeElement).toBe(input);
  await press('button', 'Mais opções de Aditivo do contrato');
  const menu = await find('menu', 'Mais opções de Aditivo do contrato');
  const item = all('menuitem', menu)[0];
  expect(item).toBeDefined();
  strike('n', item);
  expect(all('menu')).toHaveLength(1);
});

it.each(['desk', 'phone'] as const)('on a %s r leads to the reply of the open document', async (width) => {
  await visit('/admin/view-document/1', { ...town, width });
  await find('heading', 'Interdição da rua');
  await until(() => {
    strike('r', document.body);
    expect(document.activeElement?.matches('[contenteditable=true], textarea')).toBe(true);
  });
});

it('? shows every key, whose switch turns them off but not Ctrl K; the profile has the same switch', async () => {
  const { address } = await visit('/admin/profile', town);
  await find('switch', 'Atalhos de teclado');
  await press('button', 'Ver os atalhos');
  const dialog = await find('dialog', 'Atalhos de teclado');
  expect(textOf(dialog)).toMatch(/g i Ir para o início .*x Marcar ou desmarcar a linha r Responder/);
  all('switch', dialog)[0]?.click();
  await until(async () => expect((await readDeviceFacts()).slashKey).toBe(false));
  key(dialog, 'Escape');
  await until(() => expect(all('dialog')).toEqual([]));
  await until(async () =>
    expect(((await find('switch', 'Atalhos de teclado')) as HTMLInputElement).checked).toBe(false),
  );
  expect(strike('n', document.body)).toBe(true);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  await find('dialog', /^Ir para/);
  expect(address()).toMatch('/admin/profile');
});

it('Down leads from the field of the results to the first hit, arrows through them, and Up from the first back', async () => {
  await visit('/admin/results/of%C3%ADcio', town);
  const input = await field('Buscar documento, setor ou pessoa');
  const hits = await until(() => {
    const links = [...document.querySelectorAll<HTMLElement>('main [data-row] a')];
    expect(links.length).toBeGreaterThan(2);
    return links;
  });
  input.focus();
  for (const hit of hits.slice(0, 2)) {
    strike('ArrowDown');
    expect(document.activeElement).toBe(hit);
  }
  strike('ArrowUp');
  expect(document.activeElement).toBe(hits[0]);
  strike('ArrowUp');
  expect(document.activeElement).toBe(input);
});

it('Down leads from the search field of the list to its first row', async () => {
  await visit(LIST, town);
  await seesText('Aditivo do contrato');
  await fill('Buscar nos documentos', 'medicao');
  strike('ArrowDown', await field('Buscar nos documentos'));
  expect(focused()).toBe('Aditivo do contrato');
});
