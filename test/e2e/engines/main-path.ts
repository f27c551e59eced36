// What must be true, on the screens of any engine, of work that was done while the server was away.

import { eventually } from '../within.ts';
import type { OfflineLife } from '../offline-life.ts';
import { REPLIES } from '../offline-life.ts';
import type { EngineDevice } from './device.ts';
import { complete, createDocument, messageWith, reply } from './gestures.ts';
import type { Target } from './locate.ts';
import type { Screen } from './screen.ts';

const GIVE_UP: Target = { role: 'button', name: 'Descartar' };
const ON_ITS_WAY = '^(Na fila|Enviando|Sem resposta|Aguarda)';

/**
 * Create with files, reply twice, complete another: answers the new document's address on this
 * device.
 */
export async function workWithoutServer(device: EngineDevice, life: OfflineLife): Promise<string> {
  const { screen } = device;
  await screen.goto('/admin/create-documents');
  await createDocument(screen, {
    title: life.title,
    physicalNumber: 'Ofício nº 901/2026/DEFCIV',
    responsible: life.responsible,
    content: 'Solicito vistoria da encosta após a chuva.',
    paths: await device.store(life.files),
  });
  const address = await screen.path();
  for (const text of REPLIES) await reply(screen, text);
  await screen.goto(`/admin/view-document/${life.other.id}`);
  await complete(screen);
  return address;
}

/** All of it is there, in pencil; the new document's page is open at the end. */
export async function seeAllInPencil(
  screen: Screen,
  { life, address }: { life: OfflineLife; address: string },
): Promise<void> {
  await screen.goto(`/admin/view-document/${life.other.id}`);
  await screen.see({ name: 'Finalizado' });
  await screen.goto('/admin/outbox');
  await screen.heading('Pendências de envio');
  await screen.see({ name: life.title });
  await screen.goto(address);
  await screen.heading(life.title);
  await screen.see({ name: 'Sem número' });
  for (const text of REPLIES) await screen.see({ ...GIVE_UP, inside: messageWith(text) });
  for (const file of life.files) await screen.see({ name: file.name });
}

/** All of it becomes ink on the new document's page, which is open, within `timeout` ms. */
export async function seeAllInInk(screen: Screen, { life, timeout }: { life: OfflineLife; timeout: number }) {
  const end = performance.now() + timeout;
  const left = () => ({ timeout: Math.max(1, end - performance.now()) });
  await screen.heading(life.title);
  await screen.see({ pattern: 'PMVI\\s*\\d+' }, left());
  for (const text of REPLIES) {
    const message = messageWith(text);
    await screen.see(message, { ...left(), until: (sight) => sight.count === 1 });
    await screen.gone({ ...GIVE_UP, inside: message }, left());
    await screen.gone({ pattern: ON_ITS_WAY, inside: message }, left());
  }
  await screen.gone({ name: 'Sem número' }, left());
  await screen.see({ name: 'Tudo enviado' }, left());
}

/** What the page's browser offers, as the application asks for it. */
export function whatIsThere(screen: Screen): Promise<{ storageManager: boolean; backgroundSync: boolean }> {
  return screen.driver.evaluate(`
    const registration = await navigator.serviceWorker.ready;
    return { storageManager: 'storage' in navigator, backgroundSync: 'sync' in registration };
  `);
}

/**
 * The outbox of the device, empty and answered: nothing waits and nothing was left for another try.
 */
export async function seeOutboxDone(screen: Screen, timeout: number): Promise<void> {
  await eventually(timeout, {
    doing: 'every command is done',
    ask: async () => ((await screen.driver.evaluate<number>(COUNT_OPEN_COMMANDS)) === 0 ? true : null),
  });
}

const COUNT_OPEN_COMMANDS = `
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
let open = 0;
for (const { name } of await indexedDB.databases()) {
  if (!/^malote-\\d+$/.test(name)) continue;
  const database = await answer(indexedDB.open(name));
  try {
    const rows = await answer(database.transaction('commands', 'readonly').objectStore('commands').getAll());
    open += rows.filter(({ state }) => state !== 'done').length;
  } finally {
    database.close();
  }
}
return open;
`;
