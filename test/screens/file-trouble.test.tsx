// A file whose bytes can't be had, and a browser without push.

import { writeMeta } from '#mirror/store/meta.ts';
import { expect, test, vi } from 'vitest';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

/** What the screens report, which a browser writes to its console. */
function reports(): string[] {
  const told: string[] = [];
  vi.stubGlobal(
    'reportError',
    (error: unknown) => void told.push(error instanceof Error ? error.message : String(error)),
  );
  return told;
}

test('a file that the server does not give is told on screen, can be tried again, and is logged', async () => {
  const told = reports();
  answer(500, { message: 'x' });
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/help?aba=modelos' });
  await press('button', 'Ver: Ofício padrão');
  await seesText('Não foi possível abrir o arquivo.');
  await find('button', 'Tentar de novo');
  expect(told.join()).toContain('Erro ao buscar o documento');
});

test('without a connection a file that is not on the device is told as such, and not as an error', async () => {
  const told = reports();
  answer(500, { message: 'x' });
  const mirror = await openTown('Servidor');
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  await openScreen({ mirror, path: '/admin/help?aba=modelos' });
  await press('button', 'Ver: Ofício padrão');
  await seesText('Arquivo não disponível neste aparelho');
  expect(told.join()).not.toContain('Erro ao buscar o documento');
});

test('a browser without push opens the profile with its reason, and without an error', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/profile' });
  await seesText('Este navegador não recebe avisos.');
  await until(async () =>
    expect((await find('switch', 'Receber avisos neste aparelho')).hasAttribute('disabled')).toBe(true),
  );
  expect(names('alert').filter((name) => name !== '')).toEqual([]);
});
