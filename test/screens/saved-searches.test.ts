// Saved searches of the list of documents (src/app/experience.md, experience W5): saving, opening,
// renaming, removing and taking back.

import { savedSearches, saveSearch } from '#mirror/keep/saved-searches.ts';
import { expect, it } from 'vitest';
import { all, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, press, seesText, titles, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const LIST = '/admin/manage-documents';
const town = { fill: withDocuments, role: 'Servidor' };
const OWN = { id: 'a', name: 'Meus atrasados', address: `${LIST}?created_by_me=true&overdue=true` };
const withOne = async (mirror: Parameters<typeof withDocuments>[0]) => {
  await withDocuments(mirror);
  await saveSearch(mirror, OWN);
};

it('the filters, words and order on screen are saved under the proposed name, and open again in two presses', async () => {
  const { mirror, address } = await visit(`${LIST}?status=pending&search=rua&order_by_limit_date=asc&page=1`, town);
  await press('button', 'Buscas salvas');
  const dialog = await find('dialog', 'Buscas salvas');
  expect(textOf(dialog)).toContain('Nenhuma busca salva.');
  expect((await field('Nome da busca')).value).toBe('Pendente, “rua”');
  await press('button', 'Salvar esta busca');
  await seesText('Esta busca já está salva: “Pendente, “rua””.');
  const [saved] = await savedSearches(mirror);
  expect(saved?.name).toBe('Pendente, “rua”');
  key(dialog, 'Escape');
  await until(() => expect(all('dialog')).toEqual([]));
  await press('button', 'Remover filtro Situação: Pendente');
  await until(() => expect(address()).not.toContain('status'));
  await press('button', 'Buscas salvas');
  await press('button', 'Pendente, “rua”');
  await until(() => expect(address()).toBe(`${LIST}?search=rua&status=pending&order_by_limit_date=asc`));
  await until(() => expect(titles()).toEqual(['Interdição da rua']));
});

it('a list without filters has nothing to save and says how', async () => {
  await visit(LIST, town);
  await press('button', 'Buscas salvas');
  const dialog = await find('dialog', 'Buscas salvas');
  expect(textOf(dialog)).toContain('Escolha filtros, prazos, palavras ou outra ordem na lista');
  expect(names('button', dialog)).toEqual(['Fechar']);
});

it('a search gets another name by Enter, keeps its own on Escape, and the old name can be taken back', async () => {
  const { mirror } = await visit(LIST, { ...town, fill: withOne });
  await press('button', 'Buscas salvas');
  await press('button', 'Renomear Meus atrasados');
  key(await field('Novo nome'), 'Escape');
  await until(async () => expect(document.activeElement).toBe(await find('button', 'Renomear Meus atrasados')));
  await press('button', 'Renomear Meus atrasados');
  await fill('Novo nome', ' ');
  await press('button', 'Guardar nome');
  await seesText('Dê um nome à busca.');
  await fill('Novo nome', 'Para cobrar');
  await press('button', 'Guardar nome');
  await find('button', 'Para cobrar');
  expect((await savedSearches(mirror)).map((one) => one.name)).toEqual(['Para cobrar']);
  await press('button', 'Desfazer');
  await find('button', 'Meus atrasados');
});

it('a search that is removed can be taken back, and Desfazer has the focus', async () => {
  const { mirror } = await visit(LIST, { ...town, fill: withOne });
  await press('button', 'Buscas salvas');
  // What is pressed has the focus, as it has for a person: half a second after its opening the
  // library takes the focus from a dialog that still has it and gives it back, and what would take
  // it in between does not get it.
  const remove = await find('button', 'Apagar Meus atrasados');
  remove.focus();
  remove.click();
  await seesText('“Meus atrasados” foi apagada.');
  expect(await savedSearches(mirror)).toEqual([]);
  const undo = await find('button', 'Desfazer');
  await until(() => expect(document.activeElement).toBe(undo));
  undo.click();
  await find('button', 'Meus atrasados');
  expect(await savedSearches(mirror)).toEqual([OWN]);
});

it('what was searched for on the results is saved under its words', async () => {
  const { mirror } = await visit('/admin/results/aditivo', town);
  await press('button', 'Salvar esta busca');
  expect((await field('Nome da busca')).value).toBe('Aditivo');
  await press('button', 'Salvar esta busca');
  await seesText('Esta busca já está salva: “Aditivo”.');
  const [saved] = await savedSearches(mirror);
  expect(saved?.address).toMatch(/^\/admin\/results\/aditivo\b/);
});

it('on a phone the saved searches are in the sheet of the list, and closing them leads back to it', async () => {
  await visit(LIST, { ...town, fill: withOne, width: 'phone' });
  await seesText('Aditivo do contrato');
  expect(names('button')).not.toContain('Buscas salvas');
  await press('button', 'Ver a lista');
  await press('button', 'Buscas salvas “Meus atrasados”');
  const dialog = await find('dialog', 'Buscas salvas');
  await find('button', 'Meus atrasados');
  key(dialog, 'Escape');
  await find('dialog', 'Ver a lista');
});

it('the palette finds a saved search by its name and opens it', async () => {
  const { address } = await visit('/admin/home', { ...town, fill: withOne });
  await find('heading', /^Bom dia/);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  await fill('Ir para documento, pessoa, setor ou ação', 'meus atra');
  await until(() => expect(all('option').map(textOf)).toEqual(['Meus atrasados']));
  all('option')[0]?.click();
  await until(() => expect(address()).toBe(OWN.address));
});
