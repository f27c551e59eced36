// Bounds on the cost of a text, over HTTP: a hostile text is refused at once with a sentence, a
// real one is accepted (S23).

import { describe, expect, it } from 'vitest';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let pmvi: Town;
let gestor: TestClient;
let id: number;

townPerFile.beforeAll(async ({ town }) => {
  ({ pmvi, gestor } = town);
  id = (await createdDocument(gestor, { town: pmvi, to: pmvi.people.gestor, sector: 'SEMOB' })).id;
});

const patch = (payload: object) => gestor.send('POST', `/api/documents/${id}`, { _method: 'PATCH', ...payload });

describe.each([
  ['8 kB of nested lists', '<ul><li>'.repeat(1000), 'text_too_complex'],
  ['40 kB of nested lists', '<ul><li>'.repeat(5000), 'text_too_complex'],
  ['60,000 signs', '<'.repeat(60_000), 'text_too_complex'],
  ['20 kB of formatting left open', '<p><b id=1></p>'.repeat(1300), 'text_too_complex'],
  ['a letter more than the longest', 'a'.repeat(200_001), 'text_too_long'],
] as const)('%s', (_what, content, code) => {
  const refusal = { status: 422, content: [REFUSAL_TEXT[code]] };
  const said = (answer: { statusCode: number; json(): unknown }) => ({
    status: answer.statusCode,
    content: (answer.json() as { errors: { content: string[] } }).errors.content,
  });

  it('the text is refused in a reply, with a sentence', async () => {
    expect(said(await patch({ content }))).toEqual(refusal);
  });
  it('the text is refused in a completion, which takes no text', async () => {
    expect(said(await patch({ content, status: 'completed' }))).toEqual(refusal);
  });
  it('the text is refused in a new document', async () => {
    const answer = await postDocument(gestor, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB', content });
    expect(said(answer)).toEqual(refusal);
  });
});

it('a text that grows beyond the longest when it is serialised is refused', async () => {
  const answer = await patch({ content: '&'.repeat(150_000) });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { content: [REFUSAL_TEXT.text_too_long] } });
});

it.each([
  ['2,000 paragraphs', '<p>Parágrafo.</p>'.repeat(2000)],
  ['lists 60 deep', `${'<ul><li>nível'.repeat(60)}${'</li></ul>'.repeat(60)}`],
  ['the longest text, in 4,000 paragraphs', `<p>${'p'.repeat(43)}</p>`.repeat(4000)],
])('%s are taken as they are', async (_what, content) => {
  const answer = await patch({ content });
  expect(answer.statusCode).toBe(200);
  const { document } = answer.json<{ document: { interactions: { content: string }[] } }>();
  expect(document.interactions.map((one) => one.content)).toContain(content);
});
