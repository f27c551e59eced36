// The triggers of a page over the real mirror and the model server, and what each of them starts.

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { discardCommand } from '#commands/outbox/discard-command.ts';
import { recordView } from '#commands/documents/record-view.ts';
import { CHANGES_BETWEEN, documentIndexOf } from '#mirror/engine/document-index.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { writeDocuments } from '#mirror/engine/document-writes.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import type { PageSignal } from '#sync/page-signals.ts';
import { createConnection } from '#sync/connection.ts';
import { nextRev } from '../fakes/model-server/model.ts';
import type { Fate } from '../fakes/network.ts';
import { closePages, page } from './page.ts';

afterEach(closePages);

describe('a page', () => {
  test('a page shows the desk soon after its start', async () => {
    const { made, sync, seen, mirror } = await page();
    made('Um');
    await vi.waitFor(async () => expect(await seen()).toBe(1));
    await sync.pullNow();
    expect(await mirror.details.count()).toBe(1);
    expect((await readMeta(mirror, 'connection'))?.network).toBe('ok');
  });

  test('a page pulls when the event stream says there is more', async () => {
    const { made, streams, seen, sync } = await page();
    await sync.pullNow();
    made('Um');
    streams[0]?.more();
    await vi.waitFor(async () => expect(await seen()).toBe(1));
  });

  test.each<PageSignal>(['seen', 'back', 'online', 'worker-drained'])('a page pulls on %s', async (signal) => {
    const tab = await page();
    await tab.sync.pullNow();
    tab.made('Um');
    tab.signal(signal);
    await vi.waitFor(async () => expect(await tab.seen()).toBe(1));
  });

  test('a page stores the index of documents after what a pull brought, and when it is left after work of its own', async () => {
    const { made, sync, mirror, state, signal } = await page();
    const version = async () => (await readMeta(mirror, 'documentIndex'))?.version;
    const now = async () => (await readMeta(mirror, 'documentChanges'))?.version;
    for (let count = 0; count < CHANGES_BETWEEN; count += 1) made(`Documento ${count}`);
    await documentIndexOf(mirror);
    await sync.pullNow();
    await vi.waitFor(async () => expect(await version()).toBe(await now()));
    const rows = await mirror.documents.toArray();
    await mirror.transaction('rw', mirror.tables, () => writeDocuments(mirror, { puts: rows, deletes: [] }));
    await documentIndexOf(mirror);
    expect(await version()).not.toBe(await now());
    state.visible = false;
    signal('hidden');
    await vi.waitFor(async () => expect(await version()).toBe(await now()));
  });

  test('a page polls every minute while it is visible, and not while it is hidden', async () => {
    const { made, clock, sync, seen, state, asked } = await page();
    await sync.pullNow();
    await sync.drainNow();
    made('Um');
    state.visible = false;
    const before = asked.length;
    clock.advance(120_000);
    await vi.waitFor(() => expect(clock.waiting()).toBeGreaterThan(0));
    expect(asked.length).toBe(before);
    state.visible = true;
    clock.advance(20_000);
    await vi.waitFor(async () => expect(await seen()).toBe(1));
  });

  test('a page polls also after its clock was set back', async () => {
    const { made, clock, sync, seen, state } = await page();
    await sync.pullNow();
    await sync.drainNow();
    made('Um');
    clock.advance(60_000);
    await vi.waitFor(async () => expect(await seen()).toBe(1));
    await sync.pullNow();
    made('Dois');
    state.movedMs = -3 * 3_600_000;
    clock.advance(20_000);
    await vi.waitFor(async () => expect(await seen()).toBe(2));
  });

  test('a page sends a new command at once', async () => {
    const { made, sync, mirror, context, model } = await page();
    made('Um');
    await sync.pullNow();
    const [document] = await mirror.documents.toArray();
    await recordView(context, { documentKey: document?.key ?? '', offline: false });
    await vi.waitFor(() => expect(model.receipts.size).toBe(1));
  });

  test('a page sends a command that failed before at its next tick', async () => {
    const { made, sync, mirror, context, model, state, clock } = await page();
    made('Um');
    await sync.pullNow();
    const [document] = await mirror.documents.toArray();
    state.fate = 'status-503';
    await recordView(context, { documentKey: document?.key ?? '', offline: false });
    await vi.waitFor(async () => expect((await mirror.commands.toArray())[0]?.state).toBe('backoff'));
    state.fate = 'passes';
    clock.advance(20_000);
    await vi.waitFor(() => expect(model.receipts.size).toBe(1));
  });

  test('a page waits for its person after a 401, and continues after the login', async () => {
    const { made, sync, mirror, context, model, jar, clock } = await page();
    made('Um');
    await sync.pullNow();
    const [document] = await mirror.documents.toArray();
    jar.session = null;
    await recordView(context, { documentKey: document?.key ?? '', offline: false });
    await vi.waitFor(async () => expect((await readMeta(mirror, 'connection'))?.auth).toBe('needs-login'));
    expect((await sync.drainNow()).ended).toBe('login');
    expect((await mirror.commands.toArray())[0]?.state).toBe('queued');
    jar.session = { userId: 1, csrf: 'new' };
    await createConnection(mirror).loggedIn(clock.now());
    await vi.waitFor(() => expect(model.receipts.size).toBe(1));
  });

  test('a page behind a captive portal sends nothing and says so', async () => {
    const { made, sync, mirror, context, model, state, asked } = await page();
    made('Um');
    await sync.pullNow();
    const [document] = await mirror.documents.toArray();
    state.fate = 'portal';
    await sync.pullNow();
    asked.length = 0;
    await recordView(context, { documentKey: document?.key ?? '', offline: false });
    await vi.waitFor(() => expect(asked).toContain('GET /health'));
    expect(await sync.drainNow()).toMatchObject({ ended: 'network', acknowledged: 0 });
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    expect((await readMeta(mirror, 'connection'))?.network).toBe('portal');
    expect(model.receipts.size).toBe(0);
  });

  test('a page fetches the session again when its person’s sight has changed', async () => {
    const { made, sync, mirror, model, seen } = await page();
    made('Um');
    await sync.pullNow();
    const user = model.users.get(1);
    if (user === undefined) throw new Error('the model has people');
    const sector = { id: 12, name: 'Secretaria semed', acronym: 'SEMED' };
    model.users.set(1, { ...user, organization: sector, rev: nextRev(model), scopeEpoch: 'other' });
    await sync.pullNow();
    expect((await readMeta(mirror, 'session'))?.organization_id).toBe(12);
    expect(await seen()).toBe(1);
  });

  test('a page follows its town hall and its person without another login, and without asking for the session', async () => {
    const { sync, mirror, model, asked } = await page();
    await rememberPerson({ userId: 1, name: 'Ana', lastName: 'Modelo', tenantName: 'Prefeitura Modelo' });
    await sync.pullNow();
    asked.length = 0;
    const { rev: _rev, ...tenant } = model.tenant;
    model.tenant = {
      ...tenant,
      name: 'Prefeitura Nova',
      acronym: 'PMVQ',
      time_zone: 'America/Rio_Branco',
      rev: nextRev(model),
    };
    await sync.pullNow();
    const session = async () => readMeta(mirror, 'session');
    expect((await session())?.tenant).toMatchObject({
      name: 'Prefeitura Nova',
      acronym: 'PMVQ',
      time_zone: 'America/Rio_Branco',
    });
    const user = model.users.get(1);
    if (user === undefined) throw new Error('the model has people');
    model.users.set(1, { ...user, name: 'Anabela', rev: nextRev(model) });
    await sync.pullNow();
    expect((await session())?.name).toBe('Anabela');
    expect(asked).not.toContain('GET /api/user');
    expect((await readDeviceFacts()).lastPerson).toMatchObject({ name: 'Anabela', tenantName: 'Prefeitura Nova' });
  });

  test('a page stores no data of another person who has logged in on the device', async () => {
    const { made, sync, mirror, model, jar, seen } = await page();
    await sync.pullNow();
    made('Para Bruno');
    const [ana, bruno] = [model.users.get(1), model.users.get(2)];
    if (ana === undefined || bruno === undefined) throw new Error('the model has people');
    // A real server does the same: scopes are counted per person, and most stand at the same count.
    model.users.set(2, { ...bruno, scopeEpoch: ana.scopeEpoch });
    jar.session = { userId: 2, csrf: 'other' };
    expect(await sync.pullNow()).toBe('login');
    expect(await seen()).toBe(0);
    expect((await readMeta(mirror, 'connection'))?.auth).toBe('needs-login');
  });
});

describe('a command whose answer was lost', () => {
  /** One view, sent into `fate`: its answer never came. */
  async function lost(fate: Fate) {
    const tab = await page();
    tab.made('Um');
    await tab.sync.pullNow();
    const [document] = await tab.mirror.documents.toArray();
    const documentKey = document?.key ?? '';
    // The first request gets the token, so that the second meets its fate itself.
    await recordView(tab.context, { documentKey, offline: false });
    await vi.waitFor(() => expect(tab.model.receipts.size).toBe(1));
    tab.state.fate = fate;
    await recordView(tab.context, { documentKey, offline: false });
    const row = async () => (await tab.mirror.commands.toArray())[1];
    await vi.waitFor(async () => expect((await row())?.state).toBe('unknown'));
    const { id = '' } = (await row()) ?? {};
    return { ...tab, id, row };
  }

  test('a command whose answer was lost is done when the server has its receipt', async () => {
    const { sync, state, id, row, model } = await lost('answer-lost');
    state.fate = 'passes';
    expect(await sync.withdrawCommand(id)).toBe('registered');
    expect(await row()).toMatchObject({ state: 'done', receipt: { key: id } });
    expect(model.receipts.size).toBe(2);
  });

  test('a command whose answer was lost may be discarded again when the server has no receipt', async () => {
    const { sync, state, id, row, context, mirror } = await lost('request-lost');
    await expect(discardCommand(context, { id })).rejects.toMatchObject({ reason: 'in-doubt' });
    state.fate = 'passes';
    expect(await sync.withdrawCommand(id)).toBe('absent');
    expect((await row())?.state).toBe('queued');
    await discardCommand(context, { id });
    expect(await mirror.commands.count()).toBe(1);
  });

  test.each<Fate>(['request-lost', 'portal', 'status-503', 'proxy-404', 'status-401'])(
    'a command whose answer was lost stays in doubt while the server cannot be asked (%s)',
    async (fate) => {
      const { sync, state, id, row, context } = await lost('answer-lost');
      state.fate = fate;
      expect(await sync.withdrawCommand(id)).toBe('unreachable');
      expect(await row()).toMatchObject({ state: 'unknown' });
      await expect(discardCommand(context, { id })).rejects.toMatchObject({ reason: 'in-doubt' });
    },
  );

  test('a command stays in doubt when it is sent again before the receipt is answered', async () => {
    const { sync, state, id, mirror, context } = await lost('request-lost');
    state.fate = 'passes';
    state.onAnswer = async () => {
      state.onAnswer = async () => undefined;
      await mirror.commands.update(2, { attempts: 9 });
    };
    expect(await sync.withdrawCommand(id)).toBe('sending');
    await expect(discardCommand(context, { id })).rejects.toMatchObject({ reason: 'in-doubt' });
  });

  test('a queued command stays unchanged while the browser knows that there is no network', async () => {
    const tab = await page();
    tab.made('Um');
    await tab.sync.pullNow();
    const [document] = await tab.mirror.documents.toArray();
    tab.state.fate = 'request-lost';
    tab.state.online = false;
    await recordView(tab.context, { documentKey: document?.key ?? '', offline: true });
    expect((await tab.sync.drainNow()).ended).toBe('network');
    expect((await tab.mirror.commands.toArray())[0]).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('a device without room', () => {
  test('a device without room says so, keeps its cursor, and retries by itself until the page fits', async () => {
    const { made, sync, mirror, clock, seen, streams, asked } = await page();
    await sync.pullNow();
    const cursor = await readMeta(mirror, 'cursor');
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    mirror.table('documents').hook('creating', refuse);
    made('Um');
    expect(await sync.pullNow()).toBe('full');
    expect([sync.isFull(), await seen(), await readMeta(mirror, 'cursor')]).toEqual([true, 0, cursor]);
    // A hint is no reason to try again before the time.
    asked.length = 0;
    streams[0]?.more();
    expect(asked).toEqual([]);
    mirror.table('documents').hook('creating').unsubscribe(refuse);
    clock.advance(4_000);
    await vi.waitFor(async () => expect(await seen()).toBe(1));
    await vi.waitFor(() => expect(sync.isFull()).toBe(false));
  });

  test('a device whose worker had no room for details says so, and finds out by itself when there is room', async () => {
    const { made, sync, seen, clock, signal } = await page();
    await sync.pullNow();
    made('Um');
    signal('worker-full');
    expect(sync.isFull()).toBe(true);
    clock.advance(4_000);
    await vi.waitFor(() => expect(sync.isFull()).toBe(false));
    expect(await seen()).toBe(1);
  });

  test('a pull under way when the worker finds no room does not say that there is some', async () => {
    const { state, sync, signal } = await page();
    await sync.pullNow();
    state.onAnswer = async () => {
      state.onAnswer = async () => undefined;
      signal('worker-full');
    };
    expect(await sync.pullNow()).toBe('pulled');
    expect(sync.isFull()).toBe(true);
  });
});
