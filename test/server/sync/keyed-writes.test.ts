// Every keyed write except those of documents (src/sync/promises.md, Exactly once): one effect, the
// same answer and the receipt for a replay, key_reused for another content.

import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Receipt } from '#contract/writes.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { collectStrayFiles, STRAY_AFTER_MS } from '#server/jobs/collect-stray-files.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';
import { modelFields } from '../harness/new-model.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;

townPerFile.override('options', { clock: () => Date.parse('2026-11-20T15:00:00Z') });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, admin } = town));

type Fields = readonly (readonly [string, string])[];
type Write = Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>;
/** A write, and another content to send under the same key. */
type Case = { readonly write: Write; readonly other: Write };

let serial = 0;
const next = () => `K${++serial}`;
const json = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload: object): Write => ({
  method,
  url,
  payload,
});
const form = (url: string, body: { fields: Fields; uploads: readonly Upload[] }): Write => ({
  method: 'POST',
  url,
  ...multipart(body.fields, body.uploads),
});
const count = async (text: string, values: readonly unknown[] = []) =>
  Number((await world.query<{ count: string }>(`select count(*) from ${text}`, values))[0]?.count);
/** The tenant's change number, which grows by one with each effect. */
const changes = async () =>
  Number(
    (await world.query<{ value: string }>('select value from counters where tenant_id = $1', [pmvi.id]))[0]?.value,
  );
const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

async function created(url: string, payload: object): Promise<number> {
  const answer = await admin.send('POST', url, payload);
  return Object.values(answer.json<Record<string, { id: number }>>())[0]?.id ?? 0;
}
const person = () => ({
  name: 'Yasmin',
  last_name: 'Cordeiro',
  email: `${next()}@x.example`,
  password: 'segredo-bom',
  roles: ['Consulta'],
  organization_id: pmvi.sectors.ARQ,
});
const modelFieldsOf = (name: string): Fields => modelFields({ name, sectors: [pmvi.sectors.GAB] });
const pdf: Upload = { name: 'a.pdf', content: smallPdf() };

async function model(): Promise<{ id: number; files: { id: number }[] }> {
  const made = form('/api/models', { fields: modelFieldsOf('Fluxo'), uploads: [pdf] });
  return (await admin.inject(made)).json().model;
}

/** PUT, PATCH and DELETE of one kind. */
const kind = (
  url: string,
  of: { field: string; make: () => Promise<number>; change: object; other: object },
): Record<string, () => Promise<Case>> => {
  const ids = async () => ({ [of.field]: [await of.make()] });
  return {
    [`PUT ${url}`]: async () => {
      const one = await ids();
      return { write: json('PUT', url, { ...one, ...of.change }), other: json('PUT', url, { ...one, ...of.other }) };
    },
    [`PATCH ${url}`]: async () => {
      const one = await ids();
      return { write: json('PATCH', url, { ...one, status: 0 }), other: json('PATCH', url, { ...one, status: 1 }) };
    },
    [`DELETE ${url}`]: async () => ({
      write: json('DELETE', url, await ids()),
      other: json('DELETE', url, await ids()),
    }),
  };
};

const WRITES: Readonly<Record<string, () => Promise<Case>>> = {
  ...kind('/api/organizations', {
    field: 'organization_ids',
    make: () => created('/api/organizations', { name: 'Setor', acronym: next() }),
    change: { name: 'Outro' },
    other: { name: 'Mais outro' },
  }),
  ...kind('/api/alerts', {
    field: 'alert_ids',
    make: () => created('/api/alerts', { title: 'Aviso', description: 'd', limit_date: '2031-01-01' }),
    change: { title: 'Outro' },
    other: { title: 'Outro', description: 'e' },
  }),
  ...kind('/api/document-subjects', {
    field: 'document_subject_ids',
    make: () => created('/api/document-subjects', { name: 'Assunto' }),
    change: { submission_start_day: 1, submission_end_day: 5 },
    other: { submission_start_day: 1, submission_end_day: 6 },
  }),
  ...kind('/api/users', {
    field: 'user_ids',
    make: () => created('/api/users', person()),
    change: { name: 'Outra', password: 'nova-senha' },
    other: { name: 'Outra', password: 'nova-senha', status: 0 },
  }),
  ...kind('/api/models', {
    field: 'model_ids',
    make: async () => (await model()).id,
    change: { name: 'Outro' },
    other: { name: 'Outro', type: 'document_model' },
  }),
  'POST /api/users': async () => {
    const one = person();
    return { write: json('POST', '/api/users', one), other: json('POST', '/api/users', { ...one, name: 'Outra' }) };
  },
  'POST /api/models': async () => ({
    write: form('/api/models', { fields: modelFieldsOf('Novo'), uploads: [pdf] }),
    other: form('/api/models', {
      fields: modelFieldsOf('Novo'),
      uploads: [{ name: 'a.pdf', content: smallPdf('outro') }],
    }),
  }),
  'PUT /api/models with files': async () => {
    const { id, files } = await model();
    const fields: Fields = [
      ['_method', 'PUT'],
      ['model_ids[]', String(id)],
      ['delete_file_ids[]', String(files[0]?.id)],
    ];
    return {
      write: form('/api/models', { fields, uploads: [pdf] }),
      other: form('/api/models', { fields, uploads: [pdf, { name: 'b.pdf', content: smallPdf() }] }),
    };
  },
  'PATCH /api/profile with a photo': async () => {
    const fields: Fields = [['_method', 'PATCH']];
    const image = async (background: string): Promise<readonly Upload[]> => [
      { name: 'foto.png', content: await picture(background), field: 'image' },
    ];
    return {
      write: form('/api/profile', { fields, uploads: await image('#111') }),
      other: form('/api/profile', { fields, uploads: await image('#222') }),
    };
  },
  'PATCH /api/profile': async () => ({
    write: json('PATCH', '/api/profile', { name: 'Helena', password: 'nova-senha' }),
    other: json('PATCH', '/api/profile', { name: 'Helenice', password: 'nova-senha' }),
  }),
  'PATCH /api/tenants with a logo': async () => {
    const uploads = [{ name: 'logo.png', content: await picture('#333'), field: 'logo' }];
    const fields = (name: string): Fields => [
      ['_method', 'PATCH'],
      ['name', name],
    ];
    return {
      write: form('/api/tenants', { fields: fields('Prefeitura'), uploads }),
      other: form('/api/tenants', { fields: fields('Câmara'), uploads }),
    };
  },
};

describe('keyed writes', () => {
  it.each(Object.entries(WRITES))(
    'a keyed %s has one effect, and a replay gets the same answer',
    async (name, prepare) => {
      const { write, other } = await prepare();
      const key = randomUUID();
      const keyed = (one: Write) => admin.inject({ ...one, headers: { ...one.headers, 'idempotency-key': key } });
      const before = await changes();
      const first = await keyed(write);
      expect(first.statusCode).toBe(name.startsWith('POST') ? 201 : 200);
      expect(first.headers['idempotent-replayed']).toBeUndefined();
      expect(v.parse(Receipt, first.json().receipt)).toMatchObject({ key, result: 'applied' });
      const again = await keyed(write);
      expect(again.statusCode).toBe(first.statusCode);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.json()).toEqual(first.json());
      const reused = await keyed(other);
      expect(reused.statusCode).toBe(422);
      expect(reused.json().type).toBe('key_reused');
      expect(await changes()).toBe(before + 1);
      expect(await count('receipts where key = $1', [key])).toBe(1);
    },
  );

  it('a keyed write that leaves a default out is the same as one that states it', async () => {
    const acronym = next();
    const headers = { 'idempotency-key': randomUUID() };
    const send = (payload: object) => admin.inject({ method: 'POST', url: '/api/organizations', payload, headers });
    const first = await send({ name: 'Novo', acronym });
    for (const status of ['active', '1', 1, true]) {
      const again = await send({ name: 'Novo', acronym, status });
      expect(again.json()).toEqual(first.json());
    }
    expect((await send({ name: 'Novo', acronym, status: 0 })).json().type).toBe('key_reused');
  });

  it('the files that a replay brings again are removed like any stray file', async () => {
    const { files } = server.services;
    const aged: FileStore = {
      ...files,
      async *entries() {
        for await (const entry of files.entries()) yield { ...entry, ageMs: STRAY_AFTER_MS };
      },
    };
    const stored = async () => {
      let total = 0;
      for await (const _key of files.list()) total += 1;
      return total;
    };
    const before = await stored();
    const { removed } = await collectStrayFiles({ database: server.database, files: aged });
    expect(removed).toBeGreaterThan(0);
    const kept = await count(
      `(select storage_key from files union select image_key from users where image_key is not null
        union select logo_key from tenants where logo_key is not null) as one`,
    );
    expect([before - removed, await stored()]).toEqual([kept, kept]);
    const shown = (await admin.get('/api/user')).json<{ image: string; tenant: { logo: string } }>();
    for (const path of [shown.image, shown.tenant.logo]) expect((await admin.get(path)).statusCode).toBe(200);
  });
});
