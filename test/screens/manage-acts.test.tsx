// Switching and deleting rows of reference data: at once, before any server has answered.

import { beforeEach, expect, test } from 'vitest';
import type { Mirror } from '#mirror/store/schema.ts';
import { all, nameOf } from './harness/accessible.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const LISTS = [
  { path: '/admin/manage-organizations', row: 'Arquivo', question: 'Deseja mesmo deletar esse setor?' },
  { path: '/admin/manage-alerts', row: 'Recesso de fim de ano', question: 'Deseja mesmo deletar esse alerta?' },
  {
    path: '/admin/manage-document-subjects',
    row: 'Sinalização viária',
    question: 'Deseja mesmo deletar esse assunto?',
  },
  { path: '/admin/manage-models', row: 'Ofício padrão', question: 'Deseja mesmo deletar esse modelo?' },
  { path: '/admin/manage-users', row: 'Caio Porto', question: 'Cuidado! Deseja mesmo deletar esse usuário?' },
];
const SWITCHED = LISTS.slice(0, 4);

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTown('Super Admin');
});

const ticked = () =>
  all('checkbox')
    .filter((box) => (box as HTMLInputElement).checked)
    .map(nameOf);

test.each(SWITCHED)('the switch of "$row" on $path turns at once, without a question', async ({ path, row }) => {
  await openScreen({ mirror, path });
  await press('switch', `${row}: Ativo`);
  await find('switch', `${row}: Inativo`);
  await press('switch', `${row}: Inativo`);
  await find('switch', `${row}: Ativo`);
  expect((await mirror.commands.toArray()).map((command) => command.type)).toEqual(['switch-rows', 'switch-rows']);
});

test.each(SWITCHED)(
  '"Desativar todos" and "Ativar todos" on $path act at once, and untick "$row"',
  async ({ path, row }) => {
    await openScreen({ mirror, path });
    await press('checkbox', `Selecionar ${row}`);
    await press('button', 'Desativar todos');
    await find('switch', `${row}: Inativo`);
    await until(() => expect(ticked()).toEqual([]));
    await press('checkbox', `Selecionar ${row}`);
    await press('button', 'Ativar todos');
    await find('switch', `${row}: Ativo`);
    await until(() => expect(ticked()).toEqual([]));
  },
);

test.each(LISTS)(
  'deleting on $path asks "$question" and then removes "$row" at once',
  async ({ path, row, question }) => {
    await openScreen({ mirror, path });
    await press('button', `Deletar ${row}`);
    await seesText(question);
    await press('button', 'Cancelar');
    await until(() => expect(names('button')).toContain(`Deletar ${row}`));
    await press('button', `Deletar ${row}`);
    await press('button', 'Sim');
    await until(() => expect(names('checkbox')).not.toContain(`Selecionar ${row}`));
  },
);

test('deactivating a person asks first, activating does not', async () => {
  await openScreen({ mirror, path: '/admin/manage-users' });
  await press('switch', 'Caio Porto: Ativo');
  await seesText('Você está tentando desabilitar uma conta de usuário.');
  await seesText('Se fizer isso o usuário não poderá mais gerenciar o sistema.');
  await press('button', 'Cancelar');
  await until(() => expect(names('switch')).toContain('Caio Porto: Ativo'));
  await press('switch', 'Caio Porto: Ativo');
  await press('button', 'Desabilitar');
  await find('switch', 'Caio Porto: Inativo');
  await press('switch', 'Caio Porto: Inativo');
  await find('switch', 'Caio Porto: Ativo');
});

test('the own account has neither a switch nor a bin, and in bulk both are off with the reason', async () => {
  await openScreen({ mirror, path: '/admin/manage-users' });
  await press('checkbox', 'Selecionar Ana Lima');
  await seesText('Você não pode deletar a própria conta.');
  await seesText('Você não pode desativar a própria conta.');
  for (const button of ['Desativar todos', 'Deletar todos']) {
    expect((await find('button', button)).hasAttribute('disabled')).toBe(true);
  }
  expect(names('button')).not.toContain('Deletar Ana Lima');
  expect(names('switch').filter((name) => name.startsWith('Ana Lima'))).toEqual([]);
});
