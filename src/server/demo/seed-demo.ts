// Makes the demonstration's tenants: a town hall, and a chamber with some of the same numbers and
// titles, so that a leak between tenants would be visible. Only for an empty database. The same day
// and number of documents give the same rows.

import type pg from 'pg';
import sharp from 'sharp';
import { dayAt } from '#domain/dates.ts';
import type { FileStore, StoredFile } from '../files/file-store.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';
import { connectOwner, registerPgTypes } from '../db/connections.ts';
import { chooseDocuments, createRandom, planDocument, type PlannedDocument } from './plan-document.ts';
import { CHAMBER_PEOPLE, CHAMBER_SECTORS, FIRST_REV, PEOPLE, SECTORS, seedTown, type Town, ZONE } from './seed-town.ts';
import { createRowBuffer, type RowBuffer } from './row-buffer.ts';
import { seedDocument } from './seed-documents.ts';
import { type FileToSeed, seedFiles, writeDocx, writePdf } from './seed-files.ts';
import { TONE } from './subjects-of-papers.ts';
import { becomeSystem } from '../db/roles.ts';
import { Readable } from 'node:stream';
import { PAPERS } from './papers.ts';

const SEED = 20_241;
/** The advisory lock of a seed, one of its own among the numbers that a server locks. */
const SEED_LOCK = 726_108;
const FLUSH_EVERY = 5000;
const CHAMBER_AGES = [40, 24, 12, 6, 1] as const;

export type DemoOptions = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly now: number;
  readonly password: string;
  /** How many documents the town hall gets. */
  readonly documents: number;
};

type Tenant = { readonly id: number; readonly name: string; readonly acronym: string; readonly logo?: StoredFile };

const PMVI: Tenant = { id: 1, name: 'Prefeitura Municipal de Vale do Ipê', acronym: 'PMVI' };
const CMVI: Tenant = { id: 2, name: 'Câmara Municipal de Vale do Ipê', acronym: 'CMVI' };

/**
 * Seeds an empty database in one transaction, and does nothing when a tenant exists. Returns
 * whether it seeded.
 */
export async function seedDemo(options: DemoOptions): Promise<boolean> {
  registerPgTypes();
  const client = await connectOwner(options.connection);
  try {
    await client.query('begin');
    const empty = await isEmpty(client);
    if (empty) await inBulk(client, { many: options.documents > FLUSH_EVERY, work: () => seedAll(client, options) });
    await client.query('commit');
    if (empty) await client.query(`vacuum (analyze) ${(await filledTables(client)).join()}`);
    return empty;
  } finally {
    await client.end();
  }
}

/**
 * The tables with rows, which are then analysed: without statistics the first plans are guesses,
 * and a search of 20,000 documents takes twenty times as long. Empty tables are left out.
 * PostgreSQL would plan to read a table that it found empty as a whole at each look-up, until the
 * next analysis.
 */
async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

/** Reads through the system role, which sees every tenant. Several servers take turns here. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  await becomeSystem(client);
  await client.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
  const { rowCount } = await client.query('select 1 from tenants limit 1');
  await client.query('reset role');
  return rowCount === 0;
}

/**
 * A large number of documents is written without the search index: building it at the end is
 * cheaper than updating it for each row.
 */
async function inBulk(client: pg.Client, bulk: { many: boolean; work: () => Promise<void> }): Promise<void> {
  if (!bulk.many) return bulk.work();
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef('documents_search'::regclass) as definition`,
  );
  await client.query('drop index documents_search');
  await bulk.work();
  await client.query(rows[0]?.definition ?? '');
}

async function seedAll(client: pg.Client, options: DemoOptions): Promise<void> {
  const passwordHash = await createPasswordHasher().hash(options.password, { email: '' });
  const buffer = createRowBuffer();
  const common = { now: options.now, passwordHash };
  await startTenant(client, { ...PMVI, logo: await seedLogo(options.files) });
  const town = seedTown(buffer, {
    ...common,
    tenantId: PMVI.id,
    acronym: PMVI.acronym,
    domain: 'pmvi.example',
    sectors: SECTORS,
    people: PEOPLE,
  });
  const modelFiles = seedModels(buffer, { town, now: options.now });
  const plans = chooseDocuments({
    random: createRandom(SEED + options.documents),
    cast: town,
    now: options.now,
    today: town.today,
    count: options.documents,
  });
  await seedAllDocuments(client, { store: options.files, buffer, town, plans, files: modelFiles });
  await startTenant(client, CMVI);
  const chamber = seedTown(buffer, {
    ...common,
    tenantId: CMVI.id,
    acronym: CMVI.acronym,
    domain: 'cmvi.example',
    sectors: CHAMBER_SECTORS,
    people: CHAMBER_PEOPLE,
  });
  await seedAllDocuments(client, {
    store: options.files,
    buffer,
    town: chamber,
    plans: chamberPlans(chamber, options.now),
    files: [],
  });
  await buffer.finish(client);
  await client.query(`select setval(pg_get_serial_sequence('tenants', 'id'), $1)`, [CMVI.id]);
}

/**
 * Makes the tenant and its counters. From here on the transaction may write rows of this tenant.
 */
async function startTenant(client: pg.Client, tenant: Tenant): Promise<void> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenant.id)]);
  await client.query(
    `insert into tenants (id, name, acronym, sector, time_zone, logo_key, logo_sha256, demonstration) overriding system value
     values ($1, $2, $3, 'public', $4, $5, $6, true)`,
    [tenant.id, tenant.name, tenant.acronym, ZONE, tenant.logo?.storageKey ?? null, tenant.logo?.sha256 ?? null],
  );
  await client.query('insert into counters (tenant_id, value) values ($1, $2)', [tenant.id, FIRST_REV]);
}

type Documents = {
  readonly store: FileStore;
  readonly buffer: RowBuffer;
  readonly town: Town;
  /** Oldest first, because document numbers are given in this order. */
  readonly plans: readonly PlannedDocument[];
  readonly files: readonly FileToSeed[];
};

async function seedAllDocuments(client: pg.Client, seed: Documents): Promise<void> {
  let files = [...seed.files];
  const write = async (): Promise<void> => {
    await seedFiles(seed.store, { buffer: seed.buffer, files });
    files = [];
    await seed.buffer.flush(client);
  };
  for (const [index, plan] of seed.plans.entries()) {
    files.push(...seedDocument(seed.buffer, { town: seed.town, plan, number: index + 1 }));
    if ((index + 1) % FLUSH_EVERY === 0) await write();
  }
  await write();
  await client.query('update counters set last_document_number = $2 where tenant_id = $1', [
    seed.town.tenantId,
    seed.plans.length,
  ]);
  // The history is linked by hashes at the end (S99): the seed writes rows in bulk as the owner,
  // for whom the trigger does nothing.
  await client.query('select link_unlinked_history()');
}

/** Five documents with titles and numbers that the town hall has too. */
function chamberPlans(chamber: Town, now: number): PlannedDocument[] {
  const today = dayAt(now, ZONE);
  const random = createRandom(SEED);
  return TONE.slice(0, CHAMBER_AGES.length).map((seed, position) =>
    planDocument(
      { ...seed, from: 'SELEG', to: position % 2 === 0 ? 'PRES' : 'ASJUR', tags: seed.tags ?? [] },
      {
        random,
        cast: { ...chamber, peopleOf: (acronym) => chamber.peopleOf(acronym === 'PROT' ? 'PRES' : acronym) },
        now,
        today,
        age: CHAMBER_AGES[position] ?? 1,
      },
    ),
  );
}

// The town hall's logo, a flowering ipê tree, drawn here and stored like an uploaded one.

const EDGE = 512;

/** Centres and radii of the clusters of the crown, on a square of 512. */
const CROWN = [
  [256, 118, 84],
  [158, 166, 74],
  [354, 166, 74],
  [120, 250, 66],
  [392, 250, 66],
  [206, 236, 80],
  [306, 236, 80],
  [256, 296, 58],
] as const;

const FLOWERS = [
  [232, 96, 26],
  [292, 138, 22],
  [150, 150, 24],
  [360, 146, 24],
  [112, 242, 20],
  [398, 236, 20],
  [196, 214, 26],
  [318, 222, 26],
  [254, 270, 22],
] as const;

const circles = (all: readonly (readonly [number, number, number])[]): string =>
  all.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');

const IPE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<path fill="#c9861b" d="M236 504c6-60 4-104-10-146l-64-70 22-16 52 52V240h40v84l52-52 22 16-64 70c-14 42-16 86-10 146z"/>
<g fill="#ffc81f">${circles(CROWN)}</g><g fill="#ffe27a">${circles(FLOWERS)}</g></svg>`;

async function seedLogo(store: FileStore): Promise<StoredFile> {
  const image = await sharp(Buffer.from(IPE)).resize(EDGE, EDGE).webp({ quality: 90 }).toBuffer();
  return store.put(Readable.from([image]), { maxBytes: image.length });
}

/** Adds models and flows (rules B13, C10); returns the files they need. */
function seedModels(buffer: RowBuffer, facts: { town: Town; now: number }): FileToSeed[] {
  const { town, now } = facts;
  return PAPERS.map((paper) => {
    const id = buffer.id('models');
    buffer.add('models', {
      tenant_id: town.tenantId,
      id,
      rev: FIRST_REV,
      name: paper.name,
      description: paper.description,
      type: paper.type,
      file_mime_type: paper.files,
      status: paper.active === false ? 'inactive' : 'active',
      created_at: new Date(now).toISOString(),
    });
    for (const acronym of paper.sectors ?? SECTORS.map((sector) => sector.acronym)) {
      buffer.add('model_organizations', {
        tenant_id: town.tenantId,
        model_id: id,
        organization_id: town.sectorId(acronym),
      });
    }
    const text = { title: paper.name, lines: [paper.description, 'Prefeitura Municipal de Vale do Ipê'] };
    const word = paper.files === 'word';
    return {
      tenantId: town.tenantId,
      modelId: id,
      position: 0,
      name: `${paper.name.replaceAll(':', ' -')}.${word ? 'docx' : 'pdf'}`,
      createdAt: now,
      bytes: () => (word ? writeDocx(text) : writePdf(text)),
    };
  });
}
