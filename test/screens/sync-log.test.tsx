// The log of sync in "Dados neste aparelho" before anything stands in it. In a browser the first
// event may come before a reader sees this sentence.

import { VERSION } from '#contract/version.ts';
import { expect, test } from 'vitest';
import { find, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

test('a log that was just switched on says that nothing stands in it yet', async () => {
  await visit('/admin/device');
  // The version stands on this screen as it does in the footer.
  await seesText(`Malote, versão ${VERSION}`);
  await seesText(`Malote ${VERSION}`);
  const log = await find('region', 'Diário das conversas com o servidor');
  expect(log.textContent).not.toContain('Nada anotado ainda');
  await press('switch', 'Anotar as conversas');
  await seesText('Nada anotado ainda. A próxima conversa com o servidor aparece aqui.');
  await press('switch', 'Anotar as conversas');
  await until(() => expect(log.textContent).not.toContain('Nada anotado ainda'));
});
