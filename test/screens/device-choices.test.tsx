// Choices for this device when its storage accepts no write: the person is told of each one. An
// uncaught error fails the run.

import { applyAppearance } from '#app/device/appearance.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildDocumentRow, buildLog } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { breakDevice } from './harness/broken-device.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { bePersonal, beShared } from './harness/shared-tablet.ts';
import { buildAlert } from './harness/town.ts';
import { visit } from './harness/visit.ts';

const NOT_KEPT = 'Sua escolha não pôde ser guardada neste aparelho. Tente de novo.';
const SHOWN = 'Mostrar meu nome quando o tablet pergunta quem está usando';

/** Something new for Ana. */
async function withNews(mirror: Mirror): Promise<void> {
  const facts = { ...buildDocumentRow().facts, responsible_ids_ever: [PEOPLE.ana.id], arrived_at: {} };
  const created_at = '2026-11-19T12:00:00.000Z';
  const transfer = buildLog({
    id: 43,
    action: 'transfer',
    creator: PEOPLE.caio,
    responsibles: [PEOPLE.ana],
    created_at,
  });
  await withDocuments(mirror, [buildDocumentRow({ facts })], { logs: [transfer] });
}

const withAlert = (mirror: Mirror) => mirror.alerts.put(buildAlert({ id: 71 }));

beforeEach(() =>
  updateDeviceFacts({ slashKey: true, notificationSound: true, alertDismissed: {}, newsSeen: {}, noticesRead: {} }),
);
afterEach(async () => {
  vi.unstubAllGlobals();
  await bePersonal();
});

test.each([
  { path: '/admin/profile', role: 'switch', name: 'Atalhos de teclado' },
  { path: '/admin/profile', role: 'switch', name: 'Tocar um som quando chegar um aviso' },
  { path: '/admin/help?painel=atalhos', role: 'switch', name: 'Atalhos de teclado' },
  { path: '/admin/help?painel=paleta', role: 'checkbox', name: 'Atalhos de teclado' },
  { path: '/admin/home', role: 'button', name: 'Dispensar o aviso até amanhã', fill: withAlert },
  { path: '/admin/home?painel=avisos', role: 'button', name: 'Marcar tudo como lido', fill: withNews },
  { path: '/admin/device', role: 'switch', name: SHOWN, isShared: true },
] as const)('a choice that the device can not keep is told: $name at $path', async (choice) => {
  if ('isShared' in choice) await beShared();
  await visit(choice.path, 'fill' in choice ? { fill: choice.fill } : {});
  const control = await find(choice.role, choice.name);
  await until(() => expect(control.hasAttribute('disabled')).toBe(false));
  const before = await readDeviceFacts();
  const { mend } = breakDevice();
  try {
    control.click();
    await seesText(NOT_KEPT);
  } finally {
    mend();
  }
  // It is as it was, and can be chosen again.
  await press(choice.role, choice.name);
  await until(async () => expect(await readDeviceFacts()).not.toEqual(before));
});

test.each([
  { role: 'radio', name: 'Escuro', drawn: { theme: 'dark' } },
  { role: 'switch', name: 'Alto contraste', drawn: { contrast: 'more' } },
])(
  'a look that the device can not keep is drawn, and that it is not kept is told: $name',
  async ({ role, name, drawn }) => {
    await visit('/admin/profile');
    await find(role, name);
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    try {
      await press(role, name);
      await seesText(NOT_KEPT);
      expect(document.documentElement.dataset).toMatchObject(drawn);
    } finally {
      set.mockRestore();
      applyAppearance();
    }
    expect(document.documentElement.dataset).not.toMatchObject(drawn);
  },
);

test('nobody is told when the device can not keep which notices were seen', async () => {
  const { address } = await visit('/admin/home', { fill: withNews });
  await find('button', 'Avisos. Há novidades');
  const { mend } = breakDevice();
  try {
    await press('button', 'Avisos. Há novidades');
    await press('link', 'Interdição parcial da Rua das Aroeiras');
    await until(() => expect(address()).toMatch('/admin/view-document/1'));
    await find('heading', 'Interdição parcial da Rua das Aroeiras');
    expect(names('alertdialog')).toEqual([]);
  } finally {
    mend();
  }
  expect(await readDeviceFacts()).toMatchObject({ newsSeen: {}, noticesRead: {} });
});
