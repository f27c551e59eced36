// What an older version of the application left in a browser (test/frozen), with content of every
// kind that a document may hold: what was queued is sent as it was written, and what was half
// written opens in today's editor and is sent.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { randomUUID } from 'node:crypto';
import { COMMAND_FORMS, DRAFT_FORMS } from '../frozen/frozen.ts';
import { type ApiClient, formOfDocument } from './api-client.ts';
import type { Device } from './device.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectInk, messageWith } from './gestures.ts';
import { samplePdf } from './sample-files.ts';

/** Every block, mark, list in a list, break, font and link. */
const TODAY =
  '<h2>Medição</h2><p>Segue <strong>hoje</strong>, <em>sem</em> <u>falta</u> <s>ontem</s>:<br>a praça</p>' +
  '<ol><li>um<ul><li>dentro</li></ul></li><li>dois</li></ol><p>VII. sete</p>' +
  '<p>10³ m <span style="font-family: \'Tinos\'">em Tinos</span> <a href="https://pmvi.example/">aqui</a></p>';
/** What is read of it, in its order. */
const LINES = [
  'Medição',
  'Segue hoje, sem falta ontem:',
  'a praça',
  'um',
  'dentro',
  'dois',
  'VII. sete',
  '10³ m em Tinos aqui',
];

/** Puts rows where the application keeps them, from a page of its address that does not run it. */
async function plant(device: Device, rows: { commands: readonly object[]; drafts: readonly object[] }): Promise<void> {
  await device.goto('/health');
  await device.page.evaluate(async (planted) => {
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) => (/^malote-\d+$/.test(name) ? [name] : []));
    const opening = indexedDB.open(names[0] ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction(['commands', 'drafts'], 'readwrite', { durability: 'strict' });
    for (const table of ['commands', 'drafts'] as const)
      for (const row of planted[table]) writing.objectStore(table).put(row);
    await new Promise((resolve, reject) => {
      writing.addEventListener('complete', resolve);
      writing.addEventListener('abort', () => reject(writing.error ?? new Error('not written')));
    });
    opening.result.close();
  }, rows);
}

/**
 * Each reply that was stored, the oldest form first, without files, which it would have brought
 * along.
 */
const REPLIES = COMMAND_FORMS.flatMap(({ name, rows }) => {
  const row = rows.find(
    (one) => one.type === 'respond' && one.files.length === 0 && ['queued', 'backoff', 'unknown'].includes(one.state),
  );
  return row === undefined ? [] : [{ name, row }];
});

const last = async (client: ApiClient, { id }: { readonly id: number }) =>
  (await client.get<DocumentFull>(PATHS.document(id))).interactions.at(-1)?.content?.replaceAll('&nbsp;', '\u00a0');

test('replies that older versions have queued, with content of today, are sent as they were written', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  expect(REPLIES.length).toBeGreaterThan(2);
  const made: DocumentFull[] = [];
  for (const { name } of REPLIES) made.push(await documentOf(author, { title: name, responsible: manager }));
  const device = await usedDevice(PEOPLE.manager);
  await device.settled(...made);
  const commands = REPLIES.map(({ row }, at): object => {
    const { seq: _seq, ...kept } = row as OutboxCommand & { readonly seq?: number };
    return {
      ...kept,
      id: randomUUID(),
      actorId: manager.user.id,
      tenantId: manager.user.tenant.id,
      documentKey: `s:${made[at]?.id}`,
      basedOn: null,
      performedAtMs: Date.now(),
      dueAtMs: 0,
      payload: { content: TODAY, limit_date: null, responsible_ids: null, organization_ids: [] },
    };
  });
  await plant(device, { commands, drafts: [] });
  for (const document of made) {
    await device.goto(`/admin/view-document/${document.id}`);
    const message = messageWith(device.page, 'VII. sete');
    // The next page takes what the one before was sending, once it knows that it was not sent.
    await expectInk(message, 60_000);
    const read = await message.innerText();
    for (const line of LINES) expect(read).toContain(line);
    await expect(message.getByRole('listitem')).toHaveCount(3);
    await expect.poll(() => last(manager, document)).toBe(TODAY);
  }
});

test('what older versions kept half written opens in the editor of today and is sent', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const draft = (form: string, prefix: string): DraftRow => {
    const rows = DRAFT_FORMS.find(({ name }) => name === `2026-11-drafts-${form}.json`)?.rows ?? [];
    const found = rows.find(({ id, fields }) => id.startsWith(prefix) && 'content' in fields);
    if (found === undefined) throw new Error(`${form} has no ${prefix}`);
    return found;
  };
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  for (const form of ['v1', 'with-pages']) {
    const made = await documentOf(author, { title: `Rascunho ${form}`, responsible: manager });
    await device.goto('/admin/home');
    await device.settled(made);
    const kept = draft(form, 'reply:s:');
    const fields = { ...kept.fields, content: TODAY, limitDate: made.limit_date, responsibleId: null };
    const without = { ...kept, ...('pages' in kept ? { pages: [] } : {}), fileIds: [] };
    await plant(device, { commands: [], drafts: [{ ...without, id: `reply:s:${made.id}`, fields }] });
    await device.goto(`/admin/view-document/${made.id}`);
    const editor = page.getByRole('textbox', { name: 'Sua resposta' });
    for (const line of LINES) await expect(editor).toContainText(line);
    const send = page.getByRole('button', { name: 'Responder', exact: true });
    await expect(send).toBeEnabled();
    await send.click();
    await expectInk(messageWith(page, 'VII. sete'), 30_000);
    await device.settled(made);
    expect(await last(manager, made)).toBe(TODAY);
  }

  const title = `Guardado antes ${Date.now()}`;
  const limitDate = addDays(dayAt(Date.now(), manager.user.tenant.time_zone), 20);
  const [organizationId, userId] = [manager.user.organization_id ?? 0, manager.user.id];
  const form = await formOfDocument(manager, { title, limitDate, organizationId, userId });
  const first = draft('v1', 'create');
  const subjectId = Number(form.get('document_subject_id'));
  const ids = { subjectId, organizationId, responsibleId: userId };
  const fields = { ...first.fields, ...ids, title, limitDate, content: TODAY };
  await plant(device, { commands: [], drafts: [{ ...first, fileIds: [], fields }] });
  await device.goto('/admin/create-documents?rascunho=create');
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(title);
  const text = page.getByRole('textbox', { name: 'Texto', exact: true });
  for (const line of LINES) await expect(text).toContainText(line);
  const { name, mime, bytes } = samplePdf('laudo.pdf', 2_000);
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: mime, buffer: bytes });
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Tudo certo! Documento enviado com sucesso.')).toBeVisible();
  await expect
    .poll(async () => (await manager.documentsTitled(title)).map(({ content }) => content), { timeout: 30_000 })
    .toEqual([TODAY]);
});
