// The copy of a person who sees more than a device should have (S110): an old document comes by
// "Buscar no servidor", and stays.

import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { inRunningDatabase } from '../running-database.ts';
import { logInOverHttp } from './api-client.ts';
import { Device } from './device.ts';
import { shellAtHand } from './find-browser.mjs';
import { expect, PEOPLE, test } from './fixtures.ts';
import { prepareServer } from './real-server.ts';

/**
 * A person who sees this many documents has a bounded copy; in the demonstration everybody sees
 * more.
 */
const FROM = 2;

/** Under the second tab of a Super Admin. */
const FINISHED = 'status=completed&scope=others';

const GROW_OLD = [
  `update logs set created_at = created_at - interval '4 years', performed_at = performed_at - interval '4 years'
    where document_id = $1`,
  `update interactions set created_at = created_at - interval '4 years', performed_at = performed_at - interval '4 years'
    where document_id = $1`,
  `with c as (update counters set value = value + 1
      where tenant_id = (select tenant_id from documents where id = $1) returning value)
    update documents set rev = c.value, created_at = created_at - interval '4 years',
      last_activity_at = last_activity_at - interval '4 years' from c where id = $1`,
];

/**
 * Moves a document and its history four years back. The demonstration has no document that has been
 * untouched for two years.
 */
async function growOld(dataDir: string, id: number): Promise<void> {
  await inRunningDatabase(dataDir, async (client) => {
    for (const statement of GROW_OLD) await client.query(statement, [id]);
  });
}

test('an old document of a person who sees very many is not on the device until the server is searched, and then also without network', async () => {
  const server = await prepareServer({ BOUNDED_FROM: String(FROM) });
  await server.start();
  const device = await Device.make(server, { findBrowser: shellAtHand });
  try {
    const api = await logInOverHttp(server.url, PEOPLE.admin);
    const { total } = await api.get<DocumentPage>(PATHS.documents);
    const [old] = (await api.get<DocumentPage>(`${PATHS.documents}?${FINISHED}`)).data;
    if (old === undefined) throw new Error('no demonstration document is completed');
    const { content } = await api.get<DocumentFull>(PATHS.document(old.id));
    const paragraphs = content.split(/<[^>]*>/).toSorted((one, other) => other.length - one.length);
    const words = paragraphs[0]?.slice(0, 40) ?? '';
    await growOld(server.dataDir, old.id);

    const page = await device.open('/login');
    await device.logIn(PEOPLE.admin, { remember: true });
    const sent = page.getByRole('link', { name: /\d Enviados$/ });
    await expect(sent).toHaveText(`${total - 1}Enviados`);
    await expect(page.getByText(/^Os números Enviados e Finalizado/)).toContainText(`você vê ${total} documentos`);
    await device.readyForOffline();
    await device.settled();

    await device.goto(`/admin/manage-documents?${FINISHED}&search=${encodeURIComponent(old.title)}`);
    const row = page.getByRole('row').filter({ hasText: old.physical_document_number });
    const search = page.getByRole('button', { name: 'Buscar no servidor' });
    await expect(search).toBeVisible();
    await expect(row).toHaveCount(0);
    await device.cut();
    await expect(page.getByText('para buscar é preciso internet')).toBeVisible();
    await expect(search).toHaveCount(0);
    await device.restore();
    await search.click();
    await expect(page.getByText('Veio o único documento')).toBeVisible();
    await row.getByRole('link', { name: old.title }).click();
    const heading = page.getByRole('heading', { level: 1, name: old.title });
    await expect(heading).toBeVisible();
    await device.settled(old);

    await device.cut();
    await device.goto(`/admin/manage-documents?${FINISHED}`);
    await expect(page.getByText('e 1 mais antigo.')).toBeVisible();
    await device.goto(`/admin/view-document/${old.id}`);
    await expect(heading).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await device.goto('/admin/home');
    await expect(sent).toHaveText(`${total}Enviados`);
  } finally {
    await device.dispose();
    await server.dispose();
  }
});
