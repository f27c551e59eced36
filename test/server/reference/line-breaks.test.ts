import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart } from '../harness/multipart.ts';
import { postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let world: World;
let admin: TestClient;
let ana: TestClient;

// A day outside the window of the windowed subject.
townPerFile.override('options', { clock: () => Date.parse('2030-03-20T12:00:00Z') });
townPerFile.beforeAll(({ town }) => void ({ world, admin, ana } = town));

describe('a text of several lines, which a form of a browser writes with CRLF', () => {
  const lines = (length: number) => 'ã\n'.repeat(length / 2).replace(/\n$/, 'o');
  const change = (id: number, fields: Readonly<Record<string, string>>) =>
    admin.inject({
      method: 'POST',
      url: '/api/alerts',
      ...multipart([['_method', 'PUT'], ['alert_ids[]', String(id)], ...Object.entries(fields)]),
    });

  it('has as many characters as its author counts, and is stored with the line breaks that were typed', async () => {
    const description = lines(5000);
    const alert = { title: 'Prazo', limit_date: '2031-01-31', description };
    const made = await admin.inject({ method: 'POST', url: '/api/alerts', ...multipart(Object.entries(alert)) });
    expect(made.json()).toMatchObject({ alert: { description } });
    const { id } = made.json<{ alert: { id: number } }>().alert;
    const over = await change(id, { description: `${description}.` });
    expect(over.json()).toMatchObject({ errors: { description: [REFUSAL_TEXT.too_long] } });
  });

  it('also as the reason of an exception and of a reassignment', async () => {
    const reason = lines(1000);
    const post = (text: string) =>
      postDocument(ana, {
        town: world.pmvi,
        to: world.pmvi.people.bia,
        sector: 'SEMED',
        subject: 'windowed',
        fields: [
          ['is_exception', '1'],
          ['exception_reason', text],
        ],
      });
    const made = await post(reason);
    expect(made.json()).toMatchObject({ document: { exception_reason: reason } });
    expect((await post(`${reason}.`)).json()).toMatchObject({ errors: { exception_reason: [REFUSAL_TEXT.too_long] } });
    const { id } = made.json<{ document: { id: number } }>().document;
    const reassign = (text: string) =>
      admin.inject({
        method: 'POST',
        url: `/api/documents/${id}/reassign`,
        ...multipart([
          ['responsible_ids[]', String(world.pmvi.people.caio.id)],
          ['reason', text],
        ]),
      });
    expect((await reassign(`${reason}.`)).json()).toMatchObject({ errors: { reason: [REFUSAL_TEXT.too_long] } });
    expect((await reassign(reason)).statusCode).toBe(200);
    expect(await world.query('select reason from logs where document_id = $1 and reason is not null', [id])).toEqual([
      { reason },
    ]);
  });
});
