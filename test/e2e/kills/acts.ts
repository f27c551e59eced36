// One gesture of every type of command, made without a network by one person on screens, and what
// each must have become on the server.

import { PATHS } from '#contract/paths.ts';
import { expect } from '@playwright/test';
import type { ApiClient } from '../api-client.ts';
import type { Device } from '../device.ts';
import { documentOf } from '../document-of.ts';
import { complete, createDocument, reply } from '../gestures.ts';
import { samplePdf, type SampleFile } from '../sample-files.ts';
import type { Act, ActName, People } from './act.ts';
import { createRow, deleteRows, switchRows, updateRow } from './row-acts.ts';

/** More than what travels in the command's own form. */
const LARGE_BYTES = 1_300_000;

/** Ids make the acts of a set independent of each other: each has a document of its own. */
async function documentFor(people: People, title: string) {
  return documentOf(people.author, { title, responsible: people.responsible });
}

async function openDocument(device: Device, { id, title, act = '' }: { id: number; title: string; act?: string }) {
  await device.goto(`/admin/view-document/${id}${act}`);
  await expect(device.page.getByRole('heading', { level: 1, name: title, includeHidden: true })).toBeVisible();
}

const fullName = ({ user }: ApiClient) => `${user.name} ${user.last_name}`;

function creation(people: People, { name, file }: { name: ActName; file: SampleFile }): Act {
  const title = `Criado antes da queda ${file.sha256.slice(0, 12)}`;
  return {
    name,
    type: 'create-document',
    documentId: null,
    effects: { documents: 1, logs: { creation: 1 }, files: [file.sha256] },
    async make(device) {
      await device.goto('/admin/home');
      await createDocument(device.page, {
        title,
        physicalNumber: 'Ofício nº 12/2026',
        responsible: fullName(people.responsible),
        content: 'Segue para providências.',
        files: [file],
      });
    },
  };
}

/**
 * The acts whose command is one request. Makes their documents on the server, so the device has to
 * be settled after it.
 */
export async function prepareActs(people: People, names: readonly ActName[]): Promise<Act[]> {
  const acts: Act[] = [];
  for (const name of names) acts.push(await PREPARE[name](people));
  return acts;
}

const PREPARE: Record<ActName, (people: People) => Promise<Act>> = {
  'create-document with a file': async (people) =>
    creation(people, { name: 'create-document with a file', file: samplePdf('ofício.pdf', 3_000) }),
  'create-document in parts': async (people) =>
    creation(people, { name: 'create-document in parts', file: samplePdf('planta.pdf', LARGE_BYTES) }),
  async reply(people) {
    const { id, title } = await documentFor(people, 'Com resposta');
    return {
      name: 'reply',
      type: 'respond',
      documentId: id,
      effects: { interactions: 1 },
      async make(device) {
        await openDocument(device, { id, title });
        await reply(device.page, 'Feito ontem, sem rede.');
      },
    };
  },
  async 'reply in parts'(people) {
    const { id, title } = await documentFor(people, 'Com anexo grande');
    const file = samplePdf('levantamento.pdf', LARGE_BYTES);
    return {
      name: 'reply in parts',
      type: 'respond',
      documentId: id,
      effects: { interactions: 1, files: [file.sha256] },
      async make(device) {
        await openDocument(device, { id, title });
        const { page } = device;
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Anexar arquivos', exact: true }).click();
        await (await chooser).setFiles([{ name: file.name, mimeType: file.mime, buffer: file.bytes }]);
        await expect(page.getByText(file.name).first()).toBeVisible();
        await reply(page, 'Segue o levantamento.');
      },
    };
  },
  async 'reply with a date'(people) {
    const { id, title } = await documentFor(people, 'Com prazo maior');
    return {
      name: 'reply with a date',
      type: 'respond',
      documentId: id,
      effects: { logs: { extension: 1 } },
      async make(device) {
        await openDocument(device, { id, title, act: '?acao=prorrogar' });
        const dialog = device.page.getByRole('dialog', { name: 'Prorrogar o prazo' });
        await dialog.getByText('+15 dias').click();
        await dialog.getByRole('button', { name: 'Prorrogar', exact: true }).click();
        await expect(device.page.getByText(/^Prazo prorrogado até/).first()).toBeVisible();
      },
    };
  },
  async transfer(people) {
    const { id, title } = await documentFor(people, 'Para outra pessoa');
    return {
      name: 'transfer',
      type: 'respond',
      documentId: id,
      effects: { logs: { transfer: 1 } },
      async make(device) {
        await openDocument(device, { id, title, act: '?acao=transferir' });
        const dialog = device.page.getByRole('dialog', { name: /^Transferir PMVI/ });
        await dialog.getByRole('combobox', { name: 'Responsável' }).fill(fullName(people.other));
        await device.page
          .getByRole('option', { name: fullName(people.other) })
          .first()
          .click();
        await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
        await expect(device.page.getByText('Documento transferido').first()).toBeVisible();
      },
    };
  },
  async complete(people) {
    const { id, title } = await documentFor(people, 'A concluir');
    return {
      name: 'complete',
      type: 'complete-document',
      documentId: id,
      effects: { logs: { completion: 1 } },
      async make(device) {
        await openDocument(device, { id, title });
        await complete(device.page);
      },
    };
  },
  async reopen(people) {
    const { id, title } = await documentFor(people, 'A reabrir');
    await people.author.send('PATCH', { path: PATHS.document(id), body: { status: 'completed' } });
    return {
      name: 'reopen',
      type: 'reopen-document',
      documentId: id,
      effects: { logs: { reopening: 1 } },
      async make(device) {
        await openDocument(device, { id, title, act: '?acao=reabrir' });
        const dialog = device.page.getByRole('dialog', { name: 'Reabrir documento' });
        await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click();
        await expect(device.page.getByText('Documento reaberto').first()).toBeVisible();
      },
    };
  },
  async 'record-view'(people) {
    const { id, title } = await documentFor(people, 'A ver');
    return {
      name: 'record-view',
      type: 'record-view',
      documentId: id,
      effects: { logs: { view: 1 } },
      make: (device) => openDocument(device, { id, title }),
    };
  },
  async reassign(people) {
    const { id, title } = await documentFor(people, 'Parado');
    return {
      name: 'reassign',
      type: 'reassign-document',
      documentId: id,
      effects: { logs: { transfer: 1 } },
      async make(device) {
        await openDocument(device, { id, title, act: '?acao=redistribuir' });
        const dialog = device.page.getByRole('dialog', { name: 'Redistribuir documento' });
        await dialog.getByRole('combobox', { name: 'Responsável' }).fill(fullName(people.other));
        await device.page
          .getByRole('option', { name: fullName(people.other) })
          .first()
          .click();
        await dialog.getByRole('textbox', { name: 'Motivo' }).fill('De férias até janeiro.');
        await dialog.getByRole('button', { name: 'Redistribuir', exact: true }).click();
        await expect(device.page.getByText('Documento redistribuído').first()).toBeVisible();
      },
    };
  },
  'create-row': createRow,
  'update-row': updateRow,
  'switch-rows': switchRows,
  'delete-rows': deleteRows,
};
