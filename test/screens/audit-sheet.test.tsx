// The sheet of an audit: what is more than it holds is said before it is downloaded.

import type { AuditPage } from '#contract/accesses.ts';
import { AUDIT_SHEET_MAX } from '#domain/accesses.ts';
import { expect, test, vi } from 'vitest';
import { find, names, pageText, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const withTotal = (total: number): AuditPage => ({
  document: null,
  person: null,
  page: 1,
  pages: 1,
  sums: { total, people: 1, sectors: 1, documents: 1, files: 0, prints: 0, refused: 0 },
  accesses: [],
});

async function auditOf(total: number): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(withTotal(total)));
  await visit('/admin/audit?aba=atos', { session: { rev: 1 } });
  await seesText('Nenhum acesso neste período');
}

const TOO_LONG = 'O CSV tem no máximo 20 mil linhas. Escolha um período menor.';

test('an audit of as many accesses as a sheet has lines can be downloaded', async () => {
  await auditOf(AUDIT_SHEET_MAX);
  expect((await find('link', 'Baixar CSV')).getAttribute('href')).toMatch(/^\/api\/audit\/acts\?.*format=csv$/);
  expect(pageText()).not.toContain(TOO_LONG);
});

test('an audit of more accesses says so, and its button is disabled', async () => {
  await auditOf(AUDIT_SHEET_MAX + 1);
  await seesText(TOO_LONG);
  const button = await find('button', 'Baixar CSV');
  expect((button as HTMLButtonElement).disabled).toBe(true);
  await until(() => expect(names('link')).not.toContain('Baixar CSV'));
});
