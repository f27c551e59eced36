// Push notices on a device. A headless browser reaches no push service, so the test answers the
// subscription in its place and delivers messages through the DevTools protocol.

import { writePushMessage } from '#contract/push-message.ts';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { workerOf } from './worker-of.ts';

test.use({ isWholeBrowser: true });

const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/device';
/** A point of the curve and a secret, as a browser makes them. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/**
 * Runs in the page: replaces the PushManager by one that returns `subscription` and remembers it
 * across pages, as a browser does.
 */
function answerSubscribing(subscription: { endpoint: string; keys: object }) {
  const made = {
    toJSON: () => subscription,
    unsubscribe: async () => {
      sessionStorage.removeItem('subscribed');
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (sessionStorage.getItem('subscribed') === null ? null : made),
    subscribe: async () => {
      sessionStorage.setItem('subscribed', 'yes');
      return made;
    },
  });
}

test('push notices are requested in the profile, shown as a toast or by the system, and ended at logout', async ({
  newDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.manager);
  const [document] = (await api.get<DocumentPage>(`${PATHS.documents}?status=under_review`)).data;
  if (document === undefined) throw new Error('no demonstration document under review');
  const device = await newDevice();
  await device.open('/login');
  await device.context.addInitScript(answerSubscribing, { endpoint: ENDPOINT, keys: KEYS });
  await device.context.grantPermissions(['notifications']);
  await device.goto('/login');
  await device.logIn(PEOPLE.manager);
  await device.readyForOffline();
  const { page } = device;

  /** Bodies of the requests about the subscription that the server accepted. */
  const told: (string | null)[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith(PATHS.pushToken)) return;
    if (response.status() === 204) told.push(response.request().postData());
  });
  await test.step('asked for in the profile', async () => {
    await device.goto('/admin/profile');
    const receive = page.getByRole('switch', { name: 'Receber avisos neste aparelho' });
    await expect(receive).toBeEnabled();
    await expect(receive).not.toBeChecked();
    await page.getByText('Receber avisos neste aparelho').click();
    await expect(receive).toBeChecked();
    await expect.poll(() => told[0]).toContain(ENDPOINT);
    // The page listens for pushes from when it renews the subscription by itself.
    await expect.poll(() => told.length).toBeGreaterThan(1);
  });

  const { url } = device.network;
  const worker = await workerOf(page);
  const notice = {
    title: 'Novo documento PMVI042',
    body: 'Agora ele está com você.',
    navigate: `${url}/admin/view-document/${document.id}`,
    tag: 'PMVI042',
  };
  await test.step('a page that is seen shows it for two seconds, longer while it is pointed at', async () => {
    await worker.push(writePushMessage(notice));
    const toast = page.getByRole('alertdialog', { name: notice.title });
    await expect(toast).toBeVisible();
    await expect(toast).toContainText(notice.body);
    const appeared = Date.now();
    await toast.waitFor({ state: 'hidden' });
    expect(Date.now() - appeared).toBeLessThan(4_000);

    const drawn = page.evaluate(
      (title) =>
        new Promise<void>((resolve) => {
          const look = () => {
            const all = [...window.document.querySelectorAll('[role="alertdialog"]')];
            if (all.some((one) => one.textContent.includes(title))) resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
      notice.title,
    );
    await worker.push(writePushMessage(notice));
    await drawn;
    await toast.hover({ force: true });
    await toast.getByRole('link', { name: 'Ver mais' }).click();
    await page.waitForURL(`**/admin/view-document/${document.id}`);
    await expect(toast).toBeHidden();
  });

  await test.step('without a page the system shows it', async () => {
    const other = await device.context.newPage();
    await other.goto('about:blank');
    const fromOther = await workerOf(other, url);
    await page.goto('about:blank');
    await fromOther.push(writePushMessage(notice));
    // This address does not run the application, which would take a late push for itself.
    await page.goto(`${url}/health`);
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const all = await registration.getNotifications();
        return all.map(({ title, body, data }) => ({ title, body, data: data as unknown }));
      });
    await expect
      .poll(shown)
      .toEqual([{ title: notice.title, body: notice.body, data: { href: `/admin/view-document/${document.id}` } }]);
    await other.close();
    told.length = 0;
    await page.goto(`${url}/admin/profile`);
    // The start of the application renews the subscription.
    await expect.poll(() => told).toEqual([expect.stringContaining('/wpush/v2/device')]);
  });

  await test.step('ended at logout, and made anew at the next login', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sair', exact: true }).click();
    await page.waitForURL('**/login');
    told.length = 0;
    await device.logIn(PEOPLE.manager);
    await expect.poll(() => told).toEqual([expect.stringContaining('/wpush/v2/device')]);
    await device.goto('/admin/profile');
    await expect(page.getByRole('switch', { name: 'Receber avisos neste aparelho' })).toBeChecked();
    await page.getByText('Receber avisos neste aparelho').click();
    await expect.poll(() => told.at(-1)).toBe('{"fcm_token":null}');
  });
});
