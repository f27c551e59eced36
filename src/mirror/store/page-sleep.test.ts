import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { readDeviceFacts, updateDeviceFacts } from './device-facts.ts';
import { loadDraft, saveDraft } from '../keep/drafts.ts';
import { fallAsleep, sleepWith, wakeUp, whenAwake } from './page-sleep.ts';
import { Mirror } from './schema.ts';
import { durably } from './storage.ts';

// One page goes to sleep, and another one opens the same databases.
let mirror: Mirror;
let other: Mirror;

beforeEach(async () => {
  mirror = await openTestMirror();
  other = new Mirror(mirror.name);
  await other.open();
});
afterEach(async () => {
  wakeUp();
  other.close();
  await mirror.delete();
});

/** Resolves in a later task, as code does that runs after the events of a page. */
const laterTask = () => new Promise((resolve) => setTimeout(resolve, 0));
const draft = { id: 'create', fields: { title: 'Ofício' }, fileIds: [], savedAtMs: 1 };

/** A transaction that its page keeps busy for as long as it runs, as a page of changes does. */
function holdOpen(how: 'r' | 'rw'): { readonly begun: Promise<void>; readonly ended: Promise<unknown> } {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<unknown>((resolve) => {
    const goOn = (): PromiseLike<void> => mirror.meta.count().then(begin).then(goOn);
    mirror.transaction(how, mirror.tables, goOn).then(resolve, resolve);
  });
  return { begun, ended };
}

describe('a page that goes to sleep', () => {
  it.each(['r', 'rw'] as const)('lets go of what it was at (%s), so that another page can write', async (how) => {
    const { begun, ended } = holdOpen(how);
    await begun;
    fallAsleep();
    await other.commands.put(buildCommand('respond'));
    expect(await other.commands.count()).toBe(1);
    expect(await ended).toBeInstanceOf(Error);
  });

  it('leaves no part of a transaction that it could not end', async () => {
    const goOn = (): PromiseLike<void> => mirror.drafts.count().then(goOn);
    const half = new Promise<void>((resolve) => {
      const work = () =>
        mirror.drafts
          .put(draft)
          .then(() => resolve())
          .then(goOn);
      mirror.transaction('rw', ['drafts'], work).catch(() => undefined);
    });
    await half;
    fallAsleep();
    expect(await loadDraft(other, 'create')).toBeUndefined();
  });

  it('stores again, once, what it was storing, when it is shown again', async () => {
    let runs = 0;
    const stored = durably(mirror, {
      tables: ['commands'],
      work: async () => {
        runs += 1;
        await mirror.commands.put(buildCommand('respond'));
        if (runs === 1) fallAsleep();
      },
    });
    while (whenAwake() === null) await laterTask();
    expect(await other.commands.count()).toBe(0);
    wakeUp();
    await stored;
    expect([runs, await other.commands.count()]).toEqual([2, 1]);
  });

  it('opens no transaction until it is shown again', async () => {
    mirror.close({ disableAutoOpen: false });
    fallAsleep();
    let answered = false;
    const asked = Promise.all([mirror.meta.count(), readDeviceFacts()]).then(() => {
      answered = true;
    });
    await laterTask();
    await laterTask();
    expect([answered, mirror.isOpen()]).toEqual([false, false]);
    wakeUp();
    await asked;
    expect(answered).toBe(true);
  });

  it('keeps a draft whose saving began while the page was being left', async () => {
    const saving = saveDraft(mirror, draft);
    // After the event a page only runs the rest of the same task before it sleeps.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    fallAsleep();
    await saving;
    expect((await loadDraft(other, 'create'))?.fields).toEqual({ title: 'Ofício' });
  });

  it('keeps no connection to the facts of the device open', async () => {
    await updateDeviceFacts({ visits: 3 });
    fallAsleep();
    wakeUp();
    expect((await readDeviceFacts()).visits).toBe(3);
    await new Promise<void>((resolve, reject) => {
      const erasing = indexedDB.deleteDatabase('malote-device');
      erasing.addEventListener('success', () => resolve());
      erasing.addEventListener('blocked', () => reject(new Error('a connection is still open')));
    });
  });
});

describe('the events of a page', () => {
  it('make it sleep only when the browser keeps it, and wake when it is shown again', async () => {
    const page = new EventTarget();
    sleepWith(page);
    const send = (type: string, persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event(type), { persisted }));
    const { begun, ended } = holdOpen('rw');
    await begun;
    send('pagehide', false);
    await laterTask();
    expect(await Promise.race([ended, laterTask().then(() => 'running')])).toBe('running');
    send('pagehide', true);
    expect(await ended).toBeInstanceOf(Error);
    send('pageshow', true);
    expect(await mirror.meta.count()).toBeGreaterThan(0);
  });

  it('let a page that is still loading open nothing until it has loaded', async () => {
    const page = Object.assign(new EventTarget(), { document: { readyState: 'interactive' } });
    mirror.close({ disableAutoOpen: false });
    sleepWith(page);
    const asked = Promise.all([mirror.meta.count(), readDeviceFacts()]).then(() => 'answered');
    expect(await Promise.race([asked, laterTask().then(() => 'waiting')])).toBe('waiting');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(await asked).toBe('answered');
  });
});
