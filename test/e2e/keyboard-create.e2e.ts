// Creates a document and discards it without a mouse: combo boxes, calendar, editor, file, the menu
// of the queue.

import { expect, PEOPLE, test } from './fixtures.ts';
import { fifteenthOfNextMonth } from './gestures.ts';
import { lookAt } from './looks.ts';
import { samplePdf } from './sample-files.ts';
import { countedKeys, tabTo } from './tab-to.ts';

/** What sending a document with a file may take from the home: every key that is no text. */
const MOST_KEYS = 20;

test('a person with only a keyboard sends a document with a file in twenty keys without network, and discards it in the queue', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.settled();
  await device.cut();
  const keys = countedKeys(page);

  await test.step('from the home to the form', async () => {
    await keys.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Criar documento');
    await expect(page.getByRole('option', { name: 'Criar documento' }).first()).toBeVisible();
    await keys.keyboard.press('Enter');
    await page.waitForURL('**/admin/create-documents**');
    await expect(page.getByRole('heading', { level: 1, name: 'Criar documento' })).toBeFocused();
  });
  const choose = async (label: string, words: string) => {
    const field = page.getByRole('combobox', { name: label });
    await tabTo(keys, field);
    await page.keyboard.type(words);
    await expect(page.getByRole('option', { name: words }).first()).toBeVisible();
    // While its list is open, a screen reader finds nothing else: the next field is reached by the
    // key itself.
    await keys.keyboard.press('Tab');
    await expect(field).toHaveValue(new RegExp(words));
  };

  await tabTo(keys, page.getByRole('textbox', { name: 'Nº físico' }));
  await page.keyboard.type('Ofício nº 1');
  await tabTo(keys, page.getByRole('textbox', { name: 'Título' }));
  await page.keyboard.type('Escrito sem mouse');
  await tabTo(keys, page.getByRole('textbox', { name: 'Texto', exact: true }));
  await page.keyboard.type('Texto escrito sem mouse.');
  await test.step('a file', async () => {
    // Asked for before the way to the button, because a key may reach the page before what is asked
    // right before it.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(keys, page.getByRole('button', { name: 'Escolher arquivo', exact: true }));
    await keys.keyboard.press('Enter');
    const { name, mime, bytes } = samplePdf('croqui.pdf', 2_000);
    await (await chooser).setFiles([{ name, mimeType: mime, buffer: bytes }]);
    await expect(page.getByText('croqui.pdf').first()).toBeVisible();
  });
  await choose('Assunto', 'Vistoria técnica');
  await choose('Responsável', 'Helena Prado Tavares');
  await tabTo(keys, page.getByRole('textbox', { name: 'Data limite' }));
  await page.keyboard.type(fifteenthOfNextMonth());

  await test.step('another day from the calendar, which is not counted', async () => {
    const opener = page.getByRole('button', { name: /^Data limite (dd|\d\d)\// });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog');
    await expect(calendar).toBeVisible();
    await tabTo(page, calendar.getByRole('gridcell').getByRole('button').and(page.locator('[tabindex="0"]')).first());
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await tabTo(page, calendar.getByRole('button', { name: 'Aplicar data' }));
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    // The focus goes back one frame after the dialog is gone; a key before that frame would start
    // from the page.
    await expect(opener).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('textbox', { name: 'Data limite' })).toBeFocused();
  });

  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled();
  await keys.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ver documento' })).toBeFocused();
  expect(keys.pressed()).toBeLessThanOrEqual(MOST_KEYS);
  await lookAt(page, { name: 'sent', seen: page.getByRole('dialog') });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ver documento' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Escrito sem mouse' })).toBeVisible();

  await test.step('the queue: menu, preview, discard', async () => {
    await device.goto('/admin/outbox');
    await tabTo(page, page.getByRole('button', { name: /^Mais opções: Criar “Escrito sem mouse”/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Tentar agora' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const preview = page.getByRole('dialog', { name: 'Criar “Escrito sem mouse”', exact: true });
    await expect(preview).toContainText('Texto escrito sem mouse.');
    await lookAt(page, { name: 'outbox-preview', seen: preview });
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await tabTo(page, page.getByRole('button', { name: 'Descartar', exact: true }).first());
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Descartar este documento?' });
    await expect(question.getByRole('button', { name: 'Manter' })).toBeFocused();
    await lookAt(page, { name: 'outbox-discard', seen: question });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Criar “Escrito sem mouse”')).toHaveCount(0);
  });
});
