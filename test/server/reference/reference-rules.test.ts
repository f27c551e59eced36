// Rules of subjects, people's sectors, alerts and models that need more than one call (rules A9,
// B12, C3, C10, E6).

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
let now = Date.parse('2026-11-20T15:00:00Z');

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, admin } = town));

describe('a submission window (rule C3)', () => {
  const url = '/api/document-subjects';
  const days = (start: number | null, end: number | null) => ({
    submission_start_day: start,
    submission_end_day: end,
  });

  it.each<[string, object, string]>([
    ['a start without an end', { submission_start_day: 5 }, 'submission_start_day'],
    ['a start before no end', days(5, 0), 'submission_start_day'],
    ['a start after its end', days(9, 8), 'submission_start_day'],
    ['a start of 32', days(32, 31), 'submission_start_day'],
    ['an end of 32', days(1, 32), 'submission_end_day'],
    ['a start below 0', days(-1, 5), 'submission_start_day'],
    ['half a day', days(1, 5.5), 'submission_end_day'],
    ['a word', { submission_end_day: 'cinco' }, 'submission_end_day'],
  ])('a submission window is not %s', async (_name, body, field) => {
    const answer = await admin.send('POST', url, { name: 'Assunto', ...body });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  const changed = async (body: object) => {
    const { id } = (await admin.send('POST', url, { name: 'Assunto', ...days(5, 10) })).json().document_subject;
    const answer = await admin.send('PUT', url, { document_subject_ids: [id], ...body });
    return { answer, after: (await admin.get(`${url}/${id}`)).json() };
  };

  it.each<[string, object, object]>([
    ['nothing keeps it', { name: 'Outro' }, days(5, 10)],
    ['a new end keeps its start', { submission_end_day: 20 }, days(5, 20)],
    ['a new start keeps its end', { submission_start_day: 3 }, days(3, 10)],
    ['a start of 0 is the first day', { submission_start_day: 0 }, days(1, 10)],
    ['the whole month', days(1, 31), days(1, 31)],
    ['0/0 takes it away', days(0, 0), days(null, null)],
  ])('a window from 5 to 10 is changed: %s', async (_name, body, window) => {
    const { answer, after } = await changed(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().document_subject).toEqual(after);
    expect(after).toMatchObject(window);
  });

  it.each<[string, object]>([
    ['an end before its start', { submission_end_day: 4 }],
    ['a start after its end', { submission_start_day: 11 }],
    ['no end to its start', { submission_end_day: 0 }],
  ])('a window from 5 to 10 is not changed to %s', async (_name, body) => {
    const { answer, after } = await changed(body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['submission_start_day']);
    expect(after).toMatchObject(days(5, 10));
  });
});

describe('a person’s sector (rule B12)', () => {
  const url = '/api/users';
  let serial = 0;
  const person = (more: object) => ({
    name: 'Yasmin',
    last_name: 'Cordeiro',
    email: `r${++serial}@x.example`,
    password: 'segredo-bom',
    roles: ['Consulta'],
    organization_id: pmvi.sectors.ARQ,
    ...more,
  });

  it.each<[string, () => object]>([
    ['none', () => ({ organization_id: undefined })],
    ['an empty one', () => ({ organization_id: '' })],
    ['null', () => ({ organization_id: null })],
    ['an inactive one', () => ({ organization_id: pmvi.sectors.SEMED })],
    ['one of another tenant', () => ({ organization_id: world.cmvi.sectors.GAB })],
  ])('the sector of a new account is not %s', async (_name, more) => {
    await admin.send('PATCH', '/api/organizations', { organization_ids: [pmvi.sectors.SEMED], status: 0 });
    const answer = await admin.send('POST', url, person(more()));
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['organization_id']);
  });

  it('a person may stay in an inactive sector, but not move to one', async () => {
    await admin.send('PATCH', '/api/organizations', { organization_ids: [pmvi.sectors.SEMED], status: 0 });
    const move = (id: number) =>
      admin.send('PUT', url, { user_ids: [id], organization_id: pmvi.sectors.SEMED, name: 'Novo' });
    expect((await move(pmvi.people.bia.id)).statusCode).toBe(200);
    expect((await move(pmvi.people.caio.id)).json().errors).toEqual({
      organization_id: ['O setor está desativado. Escolha outro.'],
    });
    expect((await admin.get(`${url}/${pmvi.people.caio.id}`)).json()).toMatchObject({ name: 'Caio' });
    const own = await admin.send('PATCH', '/api/profile', { organization_id: pmvi.sectors.SEMED });
    expect(own.json().errors).toHaveProperty('organization_id');
  });

  it('a person cannot move to a sector that is deleted at the same time', async () => {
    const { SEMOB } = pmvi.sectors;
    await world.query('begin');
    await world.query('update organizations set deleted_at = now() where id = $1', [SEMOB]);
    const moving = admin.send('PUT', url, { user_ids: [pmvi.people.davi.id], organization_id: SEMOB });
    await expect
      .poll(async () => {
        await world.query('select pg_stat_clear_snapshot()');
        return world.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      })
      .toHaveLength(1);
    await world.query('commit');
    expect((await moving).json().errors).toHaveProperty('organization_id');
  });
});

describe('an alert', () => {
  const url = '/api/alerts';
  const alert = (more: object = {}) =>
    admin.send('POST', url, { title: 'Aviso', description: 'd', limit_date: '2026-11-20', ...more });

  it('an alert has a title of at most 100 characters, also when it is changed', async () => {
    const made = await alert({ title: ` ${'ã'.repeat(100)} ` });
    expect(made.json().alert.title).toHaveLength(100);
    for (const [more, field] of [
      [{ title: 'ã'.repeat(101) }, 'title'],
      [{ title: ' ' }, 'title'],
      [{ description: '' }, 'description'],
      [{ description: 'x'.repeat(5001) }, 'description'],
      [{ limit_date: '' }, 'limit_date'],
    ] as const) {
      expect(Object.keys((await alert(more)).json().errors)).toEqual([field]);
    }
    const put = await admin.send('PUT', url, { alert_ids: [made.json().alert.id], title: 'ã'.repeat(101) });
    expect(Object.keys(put.json().errors)).toEqual(['title']);
  });

  it('an alert may have a date that has passed, but cannot be given one', async () => {
    const { id } = (await alert()).json().alert;
    const put = (more: object) => admin.send('PUT', url, { alert_ids: [id], ...more });
    expect((await put({ limit_date: '2026-11-19' })).json().errors).toHaveProperty('limit_date');
    now = Date.parse('2026-11-22T15:00:00Z');
    expect((await put({ limit_date: '2026-11-20', title: 'Passou' })).statusCode).toBe(200);
    expect((await put({ limit_date: '2026-11-21' })).json().errors).toHaveProperty('limit_date');
    expect((await put({ limit_date: '2026-11-22' })).statusCode).toBe(200);
  });
});

describe('a model’s files (rule C10)', () => {
  const url = '/api/models';
  const pdf: Upload = { name: 'a.pdf', content: smallPdf() };
  const word: Upload = { name: 'a.doc', content: Buffer.from('d0cf11e0a1b11ae1'.padEnd(1200, '0'), 'hex') };
  type Fields = Readonly<Record<string, string | number>>;
  const send = (fields: Fields, files: readonly Upload[] = []) =>
    admin.inject({
      method: 'POST',
      url,
      ...multipart(
        Object.entries(fields).map(([name, value]) => [name, String(value)] as const),
        files,
      ),
    });
  const post = (more: Fields, files: readonly Upload[]) =>
    send(
      {
        type: 'flow_model',
        name: 'Fluxo',
        description: 'd',
        'organization_ids[]': pmvi.sectors.GAB,
        file_mime_type: 'pdf',
        ...more,
      },
      files,
    );

  it.each<[string, Fields, readonly Upload[]]>([
    ['none', {}, []],
    ['another type than the chosen', {}, [word]],
    ['one of two of another type', {}, [pdf, word]],
    ['PDF where Word is chosen', { file_mime_type: 'word' }, [pdf]],
    ['plain text, which is neither', { file_mime_type: 'word' }, [{ name: 'a.txt', content: 'texto' }]],
    ['a PDF by its name only', {}, [{ name: 'a.pdf', content: 'texto' }]],
    ['Word by its name only', { file_mime_type: 'word' }, [{ name: 'a.docx', content: smallPdf() }]],
    ['of no bytes', {}, [{ name: 'a.pdf', content: '' }]],
  ])('the files of a model are not %s', async (_name, fields, files) => {
    const answer = await post(fields, files);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['files']);
  });

  it('the files of a model change their type together, and at least one remains', async () => {
    const [one, other] = [(await post({}, [pdf, pdf])).json().model, (await post({}, [pdf])).json().model];
    const put = (more: Fields, files: readonly Upload[] = []) =>
      send({ _method: 'PUT', 'model_ids[]': one.id, ...more }, files);
    const [first, second] = one.files.map((file: { id: number }) => file.id);
    const both = { 'delete_file_ids[0]': first, 'delete_file_ids[1]': second };
    expect(Object.keys((await put(both)).json().errors)).toEqual(['files']);
    expect(Object.keys((await put({ file_mime_type: 'word' }, [word])).json().errors)).toEqual(['files']);
    const half = await put({ file_mime_type: 'word', 'delete_file_ids[]': first }, [word]);
    expect(Object.keys(half.json().errors)).toEqual(['files']);
    const theirs = await put({ 'delete_file_ids[]': other.files[0].id });
    expect(Object.keys(theirs.json().errors)).toEqual(['delete_file_ids']);
    expect((await admin.get(`${url}/${one.id}`)).json()).toMatchObject({ file_mime_type: 'pdf', files: one.files });
    const turned = await put({ file_mime_type: 'word', ...both }, [word]);
    expect(turned.json().model).toMatchObject({ file_mime_type: 'word', files: [{ name: 'a.doc' }] });
    expect((await admin.get(`/api/models/get-file-content/${first}`)).statusCode).toBe(404);
  });
});
