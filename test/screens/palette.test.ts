// Ctrl K and `/`: finding without the mouse (src/app/experience.md, experience W6, W7).

import { expect, it } from 'vitest';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, key, press, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const LABEL = 'Ir para documento, pessoa, setor ou ação';
const town = { fill: withDocuments, role: 'Servidor' };

const strike = (init: KeyboardEventInit, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
const options = (): string[] => all('option').map(textOf);
const chosen = (): string[] =>
  all('option')
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map(textOf);

it('Ctrl K opens the palette, which finds documents, people, sectors and actions without their accents', async () => {
  await visit('/admin/home', town);
  await find('heading', /^Bom dia/);
  strike({ key: 'k', ctrlKey: true });
  await find('dialog', LABEL);
  await fill(LABEL, 'tra');
  await until(() => expect(options().join('|')).toContain('Trânsito SEMTRAN'));
  await fill(LABEL, 'criar doc');
  await until(() => expect(options()).toEqual(['Criar documento']));
  await fill(LABEL, 'interdicao');
  await until(() => expect(options()[0]).toMatch(/^PMVI ?042 Interdição da rua/));
});

it('in the palette arrows choose, Enter opens what is chosen, and going back leads to the screen below', async () => {
  const { address } = await visit('/admin/help', town);
  await find('heading', 'Ajuda');
  strike({ key: 'k', metaKey: true });
  await find('dialog', LABEL);
  await fill(LABEL, '4');
  const input = await field(LABEL);
  await fill(LABEL, 'obra');
  await until(() => expect(options().length).toBeGreaterThan(1));
  const before = chosen();
  key(input, 'ArrowDown');
  await until(() => expect(chosen()).not.toEqual(before));
  key(input, 'ArrowUp');
  await until(() => expect(chosen()).toEqual(before));
  await fill(LABEL, '42');
  await until(() => expect(chosen().join()).toContain('Interdição da rua'));
  key(input, 'Enter');
  await until(() => expect(address()).toBe('/admin/view-document/1'));
});

it('Enter right after the last letter opens what the whole text finds, and a second press opens nothing else', async () => {
  const { address } = await visit('/admin/help', town);
  await find('heading', 'Ajuda');
  strike({ key: 'k', ctrlKey: true });
  await find('dialog', LABEL);
  await fill(LABEL, 'me');
  await until(() => expect(chosen().join()).toContain('Medição de novembro'));
  const input = await field(LABEL);
  await fill(LABEL, 'interdi');
  key(input, 'Enter');
  key(input, 'Enter');
  await until(() => expect(address()).toBe('/admin/view-document/1'));
  await until(() => expect(all('dialog')).toEqual([]));
  expect(address()).toBe('/admin/view-document/1');
});

it('a palette that finds nothing says so, and an action of another role is not in it', async () => {
  await visit('/admin/home', town);
  await find('heading', /^Bom dia/);
  strike({ key: 'k', ctrlKey: true });
  await find('dialog', LABEL);
  await fill(LABEL, 'gerenciar usuários');
  await until(() => expect(options()).toEqual([]));
  await until(() => expect(all('status').map(textOf)).toContain('Nada foi encontrado neste aparelho.'));
});

it('the key / leads to the search field, is a letter inside of it, and does nothing when it is switched off', async () => {
  await visit('/admin/home', town);
  const input = await field('Buscar documento, setor ou pessoa');
  await until(() => {
    strike({ key: '/' });
    expect(document.activeElement).toBe(input);
  });
  expect(strike({ key: '/' }, input)).toBe(true);
  strike({ key: 'k', ctrlKey: true }, input);
  await find('dialog', LABEL);
  await press('checkbox', 'Atalhos de teclado');
  const palette = await field(LABEL);
  key(palette, 'Escape');
  await until(() => expect(all('dialog')).toEqual([]));
  await until(() => {
    input.blur();
    expect(strike({ key: '/' })).toBe(true);
  });
  expect(document.activeElement).not.toBe(input);
});

it('on a document Ctrl K offers its acts first, each with its key, and does the chosen one', async () => {
  await visit('/admin/view-document/1', town);
  await find('heading', 'Interdição da rua');
  strike({ key: 'k', ctrlKey: true });
  await find('dialog', LABEL);
  await until(() =>
    expect(options().slice(0, 4)).toEqual(['Responder r', 'Concluir c', 'Transferir t', 'Prorrogar p']),
  );
  await fill(LABEL, 'transf');
  await until(() => expect(chosen()).toEqual(['Transferir t']));
  key(await field(LABEL), 'Enter');
  await find('dialog', 'Transferir PMVI 042');
});

it('an act that the delay stops says why in the palette, and does nothing', async () => {
  await visit('/admin/view-document/4', town);
  await find('heading', 'Relatório atrasado');
  strike({ key: 'k', ctrlKey: true });
  await find('dialog', LABEL);
  await fill(LABEL, 'prorrogar');
  await until(() => expect(chosen()).toEqual(['Prorrogar Em atraso: reabra com nova data limite']));
  expect(all('option')[0]?.getAttribute('aria-disabled')).toBe('true');
  key(await field(LABEL), 'Enter');
  await fill(LABEL, 'reabrir');
  await until(() => expect(chosen()).toEqual(['Reabrir a']));
  expect(all('dialog')).toHaveLength(1);
});

it('a key alone does the act of the open document, and ? lists it', async () => {
  await updateDeviceFacts({ slashKey: true });
  await visit('/admin/view-document/1', town);
  await find('heading', 'Interdição da rua');
  // Until it is known whether this device has keys, they do nothing.
  await until(() => {
    strike({ key: 'p' });
    expect(all('dialog').map(nameOf)).toEqual(['Prorrogar o prazo']);
  });
  await press('button', 'Fechar');
  await until(() => expect(all('dialog')).toEqual([]));
  strike({ key: '?' });
  const dialog = await find('dialog', 'Atalhos de teclado');
  expect(textOf(dialog)).toContain('p Prorrogar o documento aberto');
});
