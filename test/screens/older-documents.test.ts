// What screens say and do where the copy on this device is bounded (S110): what lists and numbers
// count, and the search of the server.

import type { DocumentRow } from '#contract/documents.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { describe, expect, it, vi } from 'vitest';
import { buildDocumentRow, buildFull } from '../builders/build-document.ts';
import { BOUND, buildOlderRow } from '../builders/build-older.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { textOf } from './harness/accessible.ts';
import { find, names, pageText, press, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const LIST = '/admin/manage-documents';
const COVER = 'Neste aparelho: documentos em aberto e os de 20/11/2024 em diante.';
const SEARCH = 'Buscar no servidor';

const here = buildDocumentRow({ id: 1, number: 1, title: 'Poda na praça' });

/** A device with one document and a bounded copy. */
const fill = (mirror: Mirror) =>
  applyPage(mirror, buildPage([putDocument(here)], { bounded: BOUND, scope_epoch: 'e1' }));
const bounded = { fill, role: 'Servidor' };
const offline = {
  ...bounded,
  fill: async (mirror: Mirror) => {
    await fill(mirror);
    await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  },
};

const older = (count: number): DocumentRow[] =>
  Array.from({ length: count }, (_none, at) =>
    buildOlderRow({ id: 500 + at, number: 500 + at, rev: 500 + at, title: `Arquivo ${at + 1}` }),
  );

/** Answers what is asked of `/api/documents`; returns the questions. */
function serve(answer: (url: URL) => { status: number; body: unknown }): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: unknown) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    asked.push(decodeURIComponent(`${url.pathname}${url.search}`));
    const { status, body } = answer(url);
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return asked;
}

/** A server with these older documents, given page by page. */
const serveList = (rows: readonly DocumentRow[]) =>
  serve(({ searchParams }) => {
    const from = (Number(searchParams.get('page')) - 1) * Number(searchParams.get('per_page'));
    const data = rows.slice(from, from + Number(searchParams.get('per_page')));
    return { status: 200, body: { data: data.map((row) => ({ ...row, abilities: {} })), total: rows.length } };
  });

describe('the list', () => {
  it('says what it covers, and brings older documents from the server, a hundred with each press', async () => {
    const asked = serveList(older(101));
    const { mirror } = await visit(`${LIST}?status=sent`, bounded);
    await until(() => expect(pageText()).toContain(COVER));
    await press('button', SEARCH);
    await until(() => expect(pageText()).toContain('Vieram 100 de 101 documentos criados antes de 20/11/2024.'));
    await until(() => expect(pageText()).toContain('Arquivo 9'));
    const more = 'Neste aparelho: documentos em aberto, os de 20/11/2024 em diante e 100 mais antigos.';
    await until(() => expect(pageText()).toContain(more));
    await press('button', 'Buscar mais no servidor');
    await until(() =>
      expect(pageText()).toContain('Vieram os 101 documentos criados antes de 20/11/2024. Ficam aqui por 30 dias.'),
    );
    expect(names('button')).not.toContain(SEARCH);
    expect(asked).toEqual([
      '/api/documents?to=2024-11-19&page=1&per_page=100',
      '/api/documents?to=2024-11-19&page=2&per_page=100',
    ]);
    expect(await mirror.documents.count()).toBe(102);
  });

  it('whose filters mean older documents alone says that this device has none, and then shows those of the server', async () => {
    const asked = serveList(older(1));
    await visit(`${LIST}?from=2024-02-01&to=2024-05-01`, bounded);
    await until(() => expect(pageText()).toContain('Nenhum documento deste aparelho com esses filtros.'));
    await press('button', SEARCH);
    await until(() =>
      expect(pageText()).toContain('Veio o único documento criado antes de 20/11/2024. Ele fica aqui por 30 dias.'),
    );
    await until(() => expect(pageText()).toContain('Arquivo 1'));
    expect(asked).toEqual(['/api/documents?from=2024-02-01&to=2024-05-01&page=1&per_page=100']);
  });

  it('says so when the server has none, and begins anew with other filters', async () => {
    serveList([]);
    const { goTo } = await visit(LIST, bounded);
    await press('button', SEARCH);
    await until(() =>
      expect(pageText()).toContain('O servidor não tem documentos criados antes de 20/11/2024 que sirvam aqui.'),
    );
    await goTo(`${LIST}?status=completed`);
    await find('button', SEARCH);
    expect(pageText()).not.toContain('que sirvam aqui');
  });

  it('of a Super Admin without a document in either tab means both, and its list then shows the other tab', async () => {
    const asked = serveList(older(1));
    await visit(`${LIST}?search=arquivo`, { ...bounded, role: 'Super Admin', session: { id: 77 } });
    await press('button', SEARCH);
    await until(() => expect(pageText()).toContain('Arquivo 1'));
    expect(asked).toEqual(['/api/documents?search=arquivo&to=2024-11-19&page=1&per_page=100']);
    const tab = await find('tab', /^Outros setores 1/);
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });

  it('has nothing to search where all that its filters mean is on the device, nor where the copy is whole', async () => {
    const { goTo } = await visit(`${LIST}?status=under_review`, bounded);
    await until(() => expect(pageText()).toContain('Poda na praça'));
    expect(pageText()).not.toContain(COVER);
    await goTo(LIST);
    await until(() => expect(pageText()).toContain(COVER));
    const whole = await visit(LIST, {
      ...bounded,
      fill: (mirror) => applyPage(mirror, buildPage([putDocument(here)])),
    });
    await until(() => expect(pageText()).toContain('Poda na praça'));
    expect(pageText().split(COVER)).toHaveLength(2);
    whole.close();
  });

  it('says without a connection that the search needs internet', async () => {
    await visit(LIST, offline);
    await until(() =>
      expect(pageText()).toContain('Os mais antigos estão no servidor: para buscar é preciso internet.'),
    );
    expect(names('button')).not.toContain(SEARCH);
  });

  it('says that the server did not answer, and can be asked again', async () => {
    let isUp = false;
    serve(() => (isUp ? { status: 200, body: { data: older(1), total: 1 } } : { status: 500, body: {} }));
    await visit(LIST, bounded);
    await press('button', SEARCH);
    await until(() => expect(pageText()).toContain('O servidor não respondeu. Tente de novo.'));
    isUp = true;
    await press('button', SEARCH);
    await until(() => expect(pageText()).toContain('Arquivo 1'));
    expect(pageText()).not.toContain('O servidor não respondeu');
  });
});

describe('the search', () => {
  it('finds nothing on this device, and an older document on the server', async () => {
    const asked = serveList(older(1));
    await visit('/admin/results/arquivo', bounded);
    await until(() => expect(pageText()).toContain('Nada foi encontrado para sua busca'));
    await until(() => expect(pageText()).toContain(COVER));
    await press('button', SEARCH);
    await until(() => expect(pageText()).toContain('Arquivo 1'));
    expect(asked).toEqual(['/api/documents?search=arquivo&to=2024-11-19&page=1&per_page=100']);
  });
});

describe('the address of a document that is not on this device', () => {
  it('has the server asked for it, and shows it', async () => {
    const asked = serve(() => ({ status: 200, body: { ...buildFull(buildOlderRow({ id: 999, number: 999 })) } }));
    const { mirror } = await visit('/admin/view-document/999', bounded);
    await until(async () => expect(await mirror.documents.get('s:999')).toBeDefined());
    await find('heading', buildOlderRow().title);
    expect(asked).toEqual(['/api/documents/999']);
  });

  it('says that there is no access to one which the server does not give', async () => {
    serve(() => ({ status: 404, body: { message: 'Não encontrado.' } }));
    await visit('/admin/view-document/999', bounded);
    expect(textOf(await find('heading', 'Você não tem acesso a este documento'))).toContain('acesso');
  });

  it('says that the server did not answer, and can be tried again', async () => {
    let status = 500;
    serve(() => ({ status, body: { message: 'x' } }));
    await visit('/admin/view-document/999', bounded);
    await until(() => expect(pageText()).toContain('O servidor não respondeu.'));
    status = 404;
    await press('button', 'Tentar de novo');
    expect(textOf(await find('heading', 'Você não tem acesso a este documento'))).toContain('acesso');
  });

  it('says without a connection that it is not here', async () => {
    await visit('/admin/view-document/999', offline);
    await until(() => expect(pageText()).toContain('Sem conexão: este documento ainda não foi guardado aqui.'));
  });
});

describe('numbers', () => {
  it('the home says what its numbers count, and how many documents the server has', async () => {
    await visit('/admin/home', bounded);
    await until(() =>
      expect(pageText()).toContain(
        'Os números Enviados e Finalizado contam o que está neste aparelho: documentos em aberto e os de 20/11/2024 em diante. No servidor, você vê 200.000 documentos (contados hoje às 11:00).',
      ),
    );
  });

  it('the tooltips of these two tiles of the home say so too', async () => {
    await visit('/admin/home', bounded);
    const [sent, pending, completed] = await Promise.all(
      ['Enviados', 'Pendente', 'Finalizado'].map((tile) => find('link', new RegExp(`\\d ${tile}$`))),
    );
    await until(() => expect(sent?.title).toBe('todos os que foram enviados, entre os que estão neste aparelho'));
    expect(completed?.title).toBe('visto e concluído, entre os que estão neste aparelho');
    expect(pending?.title).toBe('ainda não visto');
  });

  it('a list says beside its time what its tabs and pages count, where older documents belong to it', async () => {
    const { goTo } = await visit(LIST, { ...bounded, role: 'Super Admin' });
    await until(() =>
      expect(pageText()).toMatch(/Atualizado às \d\d:\d\d · os números contam o que está neste aparelho/),
    );
    await goTo(`${LIST}?status=pending`);
    await until(() => expect(pageText()).not.toContain('os números contam'));
    expect(pageText()).toContain('Atualizado às');
  });

  it('a filter has heard how many documents of this device are found', async () => {
    const { goTo } = await visit(LIST, bounded);
    await until(() => expect(pageText()).toContain(COVER));
    await goTo(`${LIST}?status=completed`);
    await until(() => expect(document.body.textContent).toContain('Nenhum documento neste aparelho'));
  });

  it('the page of this device says how far its copy reaches', async () => {
    await visit('/admin/device', bounded);
    await until(() =>
      expect(pageText()).toContain(
        'Neste aparelho: documentos em aberto e os de 20/11/2024 em diante. Os mais antigos ficam no servidor',
      ),
    );
    expect(pageText()).toContain('1 documento, dos que você pode ver, com respostas e histórico.');
  });

  it('a subject says that it counts what is on this device', async () => {
    await visit('/admin/edit-document-subjects/1', { fill });
    await until(() => expect(pageText()).toContain('entre os que estão neste aparelho'));
  });

  it('nothing of this is said where the copy is whole', async () => {
    await visit('/admin/home', { fill: (mirror) => applyPage(mirror, buildPage([putDocument(here)])) });
    await until(() => expect(pageText()).toContain('1 Enviados'));
    expect(textOf(await find('main', /./))).not.toContain('neste aparelho:');
  });
});
