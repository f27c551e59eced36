// When the browser offers to install, and for how long the invitation stays away
// (src/app/experience.md, experience P7).

import { watchInstallOffer } from '#app/device/install-offer.ts';
import { changeDeviceFacts } from '#app/device/use-device-facts.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { addDays } from '#domain/dates.ts';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { NOW_MS, TODAY } from '../builders/moments.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { answer } from './harness/server.ts';
import { seeAll } from './harness/see-all.ts';
import { visit } from './harness/visit.ts';

const DAY_MS = 86_400_000;
const INVITATION = 'Instalar o aplicativo';

beforeAll(watchInstallOffer);
beforeEach(async () => {
  seeAll();
  await updateDeviceFacts({ visits: 1, installAskedOn: null });
});
afterEach(() => {
  window.dispatchEvent(new Event('appinstalled'));
});

const created = (mirror: Mirror) => mirror.commands.put(buildCommand('create-document'));

/** Opens the home on the day that is `days` after today, in a browser that can install. */
async function homeAfter(days: number, fill: (mirror: Mirror) => Promise<unknown> = created) {
  const opened = await visit('/admin/home', { fill, clock: () => NOW_MS + days * DAY_MS });
  await seesText('Suas atualizações');
  window.dispatchEvent(new Event('beforeinstallprompt'));
  return opened;
}

/** Tells whether the invitation was on screen at any moment from now on. */
function watchInvitation(): () => boolean {
  let wasSeen = false;
  const watch = new MutationObserver(() => {
    wasSeen ||= names('dialog').includes(INVITATION);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    return wasSeen;
  };
}

/**
 * Waits until the screen has read the mirror twice more, after which all that was asked of the
 * mirror before is decided.
 */
async function letDecide({ mirror }: { mirror: Mirror }): Promise<void> {
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  const pills = () => [...names('link'), ...names('button')].filter((name) => name.includes('Sem conexão'));
  await until(() => expect(pills()).not.toEqual([]));
  await writeMeta(mirror, { name: 'connection', value: { network: 'ok', auth: 'ok' } });
  await until(() => expect(pills()).toEqual([]));
}

/** The invitation does not come, but does as soon as its last display is two days ago. */
async function expectStillAway(home: { mirror: Mirror }, today: string): Promise<void> {
  const wasSeen = watchInvitation();
  await letDecide(home);
  expect(wasSeen()).toBe(false);
  expect(names('dialog')).not.toContain(INVITATION);
  const isSeen = watchInvitation();
  await changeDeviceFacts({ installAskedOn: addDays(today, -2) });
  await find('dialog', INVITATION);
  expect(isSeen()).toBe(true);
}

const shownOn = async () => (await readDeviceFacts()).installAskedOn;

it('the invitation does not come on the first day before a document was sent, and comes with the first one', async () => {
  const home = await homeAfter(0, () => Promise.resolve());
  await letDecide(home);
  expect(names('dialog')).not.toContain(INVITATION);
  expect(await shownOn()).toBeNull();
  await created(home.mirror);
  await find('dialog', INVITATION);
  await until(async () => expect(await shownOn()).toBe(TODAY));
});

it('the invitation comes on a second day without any document sent', async () => {
  await updateDeviceFacts({ visits: 2 });
  await homeAfter(0, () => Promise.resolve());
  await find('dialog', INVITATION);
  await until(async () => expect(await shownOn()).toBe(TODAY));
});

it('the invitation is answered with "Agora não", and stays away the next day, also over a logout', async () => {
  answer(204, null);
  const { close, mirror } = await homeAfter(0);
  await writeMeta(mirror, { name: 'sealingKey', value: (await buildKeys()).current });
  await press('button', 'Agora não');
  await until(() => expect(names('dialog')).not.toContain(INVITATION));
  await press('button', 'Sair');
  await press('button', /^Sair e guardar/);
  await find('heading', 'Entrar');
  expect(await shownOn()).toBe(TODAY);
  close();

  const next = await homeAfter(1);
  expect(await shownOn()).toBe(TODAY);
  await expectStillAway(next, addDays(TODAY, 1));
  await updateDeviceFacts({ lastPerson: null, keptWork: {}, logoutOwed: false });
});

it('the invitation comes again two days after its last display', async () => {
  await updateDeviceFacts({ installAskedOn: TODAY });
  await homeAfter(2);
  await find('dialog', INVITATION);
  await until(async () => expect(await shownOn()).toBe(addDays(TODAY, 2)));
});

it('an invitation that nobody answered counts by the day of its display', async () => {
  const { close } = await homeAfter(0);
  await find('dialog', INVITATION);
  await until(async () => expect(await shownOn()).toBe(TODAY));
  close();
  await expectStillAway(await homeAfter(1), addDays(TODAY, 1));
});

it('the invitation comes on no form, and waits for the home', async () => {
  const wasSeen = watchInvitation();
  const form = await visit('/admin/create-documents', { fill: created });
  window.dispatchEvent(new Event('beforeinstallprompt'));
  await find('heading', 'Criar documento');
  await letDecide(form);
  expect(wasSeen()).toBe(false);
  expect(await shownOn()).toBeNull();
  await press('link', 'Início');
  await find('dialog', INVITATION);
});

it('the invitation stands in the flow of a tablet', async () => {
  await visit('/admin/home', { fill: created, width: 'tablet' });
  await seesText('Suas atualizações');
  window.dispatchEvent(new Event('beforeinstallprompt'));
  await find('region', INVITATION);
  await until(async () => expect(await shownOn()).toBe(TODAY));
});
