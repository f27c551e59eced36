// A standard piece of work without network: create a document with attachments, reply twice,
// complete another document. And what must be true of it on the device and on the server.

import { expect } from '@playwright/test';
import { addDays, dayAt } from '#domain/dates.ts';
import type { DocumentFull } from '#contract/documents.ts';
import { type ApiClient, createOverHttp } from './api-client.ts';
import type { Device } from './device.ts';
import { complete, createDocument, expectInk, expectPencil, messageWith, reply } from './gestures.ts';
import { samplePdf, sampleOdt, type SampleFile } from './sample-files.ts';

export const REPLIES = ['Primeira resposta, escrita sem rede.', 'Segunda resposta, logo depois.'] as const;

/** What sending a document with files may take, from the home. */
const MOST_PRESSES = 9;

export type OfflineLife = {
  readonly title: string;
  readonly files: readonly SampleFile[];
  /** The document to be completed; it was created online before. */
  readonly other: DocumentFull;
  /** Full name of the person responsible for the new document. */
  readonly responsible: string;
};

/**
 * Creates online a document that its author may complete, and prepares the words and files of the
 * next document.
 */
export async function prepareLife(author: ApiClient, responsible: ApiClient): Promise<OfflineLife> {
  const { user } = responsible;
  if (user.organization_id === null) throw new Error('the responsible has no sector');
  const label = `${Date.now()}`;
  const other = await createOverHttp(author, {
    title: `Vistoria a concluir ${label}`,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 30),
    organizationId: user.organization_id,
    userId: user.id,
    files: [samplePdf('laudo.pdf', 2_000)],
  });
  return {
    title: `Encosta da Vila Esperança ${label}`,
    files: [samplePdf('relatório de vistoria.pdf', 5_000_000), sampleOdt('anotações.odt', 20_000)],
    other,
    responsible: `${user.name} ${user.last_name}`,
  };
}

/** Does all of the work without network; returns the path of the new document on this device. */
export async function liveOffline(device: Device, life: OfflineLife): Promise<string> {
  const { page } = device;
  await device.goto('/admin/home');
  const presses = await createDocument(page, {
    title: life.title,
    physicalNumber: 'Ofício nº 901/2026/DEFCIV',
    responsible: life.responsible,
    content: 'Solicito vistoria da encosta após a chuva.',
    files: life.files,
  });
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  const address = new URL(page.url()).pathname;
  for (const text of REPLIES) await reply(page, text);
  await device.goto(`/admin/view-document/${life.other.id}`);
  await complete(page);
  return address;
}

/** Expects that all of the work is on the device, in pencil. */
export async function expectAllInPencil(device: Device, { life, address }: { life: OfflineLife; address: string }) {
  const { page } = device;
  await device.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: life.title })).toBeVisible();
  await expect(page.getByText('Sem número').first()).toBeVisible();
  for (const text of REPLIES) await expectPencil(messageWith(page, text));
  for (const file of life.files) await expect(page.getByText(file.name).first()).toBeVisible();
  await device.goto(`/admin/view-document/${life.other.id}`);
  await expect(page.getByText('Finalizado').first()).toBeVisible();
  await device.goto('/admin/outbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Pendências de envio' })).toBeVisible();
  await expect(page.getByText(life.title).first()).toBeVisible();
}

/**
 * Expects that all of the work is in ink within `timeout` ms; the new document's page is open.
 * Returns the ms that it took.
 */
export async function expectAllInk(device: Device, { life, timeout }: { life: OfflineLife; timeout: number }) {
  const { page } = device;
  const started = performance.now();
  const left = () => Math.max(1, timeout - (performance.now() - started));
  await expect(page.getByRole('heading', { level: 1, name: life.title })).toBeVisible({ timeout: left() });
  await expect(page.getByText(/PMVI\s*\d+/).first()).toBeVisible({ timeout: left() });
  for (const text of REPLIES) await expectInk(messageWith(page, text), left());
  await expect(page.getByText('Sem número')).toHaveCount(0, { timeout: left() });
  await expect(page.getByText('Tudo enviado').first()).toBeVisible({ timeout: left() });
  return Math.round(performance.now() - started);
}

/**
 * Expects that the server has each part of the work exactly once, in order, with the same bytes.
 */
export async function expectOnServer(author: ApiClient, life: OfflineLife): Promise<void> {
  const found = await author.documentsTitled(life.title);
  expect(found).toHaveLength(1);
  const [document] = found;
  if (document === undefined) throw new Error('unreachable');
  expect(document.interactions.map((one) => one.content.replace(/<[^>]*>/g, ''))).toEqual([...REPLIES]);
  expect(document.logs.filter((log) => log.action === 'creation')).toHaveLength(1);
  const hashes = await Promise.all(document.files.map((file) => author.fileHash(file.id)));
  expect(hashes.toSorted()).toEqual(life.files.map((file) => file.sha256).toSorted());
  expect(document.files.map((file) => file.name).toSorted()).toEqual(life.files.map((file) => file.name).toSorted());
  const [other, ...more] = await author.documentsTitled(life.other.title);
  expect(more).toEqual([]);
  expect(other?.status).toBe('completed');
  expect(other?.logs.filter((log) => log.action === 'completion')).toHaveLength(1);
}
