// A midnight passes while the application is open and offline. The day is the tenant's: its zone
// decides, wherever the device is.

import { chooseEditor } from '#app/device/editor-choice.ts';
import { dayAt } from '#domain/dates.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildSession, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { fill, find, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

/**
 * The first instant of Friday 20/11/2026 in each zone, and the zone of a device that is far from
 * it.
 */
const MIDNIGHTS = [
  ['America/Noronha', '2026-11-20T02:00:00Z', 'Asia/Tokyo'],
  ['America/Sao_Paulo', '2026-11-20T03:00:00Z', 'America/Rio_Branco'],
  ['America/Manaus', '2026-11-20T04:00:00Z', 'UTC'],
  ['America/Rio_Branco', '2026-11-20T05:00:00Z', 'Asia/Tokyo'],
  ['UTC', '2026-11-20T00:00:00Z', 'America/Manaus'],
  ['Asia/Tokyo', '2026-11-19T15:00:00Z', 'America/Noronha'],
] as const;

const ours = { responsibles: [PEOPLE.ana], organizations: [SECTORS.works] };
const documents = [
  buildDocumentRow({ id: 1, number: 1, title: 'Vence dia 19', limit_date: '2026-11-19', ...ours }),
  buildDocumentRow({ id: 2, number: 2, title: 'Vence dia 20', limit_date: '2026-11-20', ...ours }),
];

/**
 * How the screens learn of the new day: a phone that is taken up, or the look at the clock every
 * half minute.
 */
type Notice = 'the device wakes' | 'half a minute passes';

const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
  vi.restoreAllMocks();
});

/**
 * Opens `path` a minute before midnight on a device without a network and in a zone of its own;
 * `pass` lets midnight pass. A queued reply of ten minutes before midnight is on the device.
 */
async function beforeMidnight(path: string, [zone, midnight, device]: readonly [string, string, string]) {
  process.env['TZ'] = device;
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(device);
  let now = Date.parse(midnight) - 60_000;
  const looks: (() => void)[] = [];
  const start = globalThis.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms?: number) => {
    if (ms === 30_000) looks.push(work);
    return start(work, ms);
  }) as typeof setInterval);
  const opened = await visit(path, {
    session: { tenant: { ...buildSession().tenant, time_zone: zone } },
    role: 'Servidor',
    clock: () => now,
    fill: async (mirror) => {
      await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
      await withDocuments(mirror, documents);
      await mirror.commands.put(
        buildCommand('respond', {
          documentKey: 's:1',
          performedAtMs: Date.parse(midnight) - 600_000,
          payload: { content: '<p>Escrita antes da meia-noite.</p>' },
        }),
      );
    },
  });
  return {
    ...opened,
    pass: (notice: Notice) => {
      now += 60_000;
      expect(dayAt(now, zone)).toBe('2026-11-20');
      if (notice === 'the device wakes') document.dispatchEvent(new Event('visibilitychange'));
      else for (const look of looks) look();
    },
  };
}

const chips = (): string[] =>
  all('button')
    .filter((one) => one.hasAttribute('aria-pressed'))
    .map(textOf);
const groups = (): string[] => [...document.querySelectorAll('th[scope=rowgroup]')].map(textOf);
const week = async (): Promise<string[]> =>
  all('listitem', await find('region', /^Para hoje e esta semana/)).map((row) =>
    textOf(row).split(' ').slice(0, 5).join(' '),
  );

it.each(MIDNIGHTS)(
  'when the day changes in %s the chips and groups of the list follow without a network and a reload',
  async (...at) => {
    const { pass } = await beforeMidnight('/admin/manage-documents?order_by_limit_date=asc', at);
    await seesText(/sem conexão/iu);
    await until(() => expect(chips()).toEqual(['Atrasados 0', 'Hoje 1', 'Esta semana 2', '10 dias 2']));
    expect(groups()).toEqual(['Hoje 1', 'Até sábado, 21 de nov. 1']);
    pass('half a minute passes');
    await until(() => expect(chips()).toEqual(['Atrasados 1', 'Hoje 1', 'Esta semana 1', '10 dias 1']));
    expect(groups()).toEqual(['Em atraso 1', 'Hoje 1']);
    expect(textOf(all('row').find((row) => textOf(row).includes('Vence dia 20')) ?? null)).toContain('vence hoje');
  },
);

it.each(MIDNIGHTS)(
  'when the day changes in %s the tiles and the week of the home follow without a network and a reload',
  async (...at) => {
    const { pass } = await beforeMidnight('/admin/home', at);
    await find('link', /^0 Em atraso$/);
    await until(async () =>
      expect(await week()).toEqual([expect.stringMatching(/^Hoje 19\/11/), expect.stringMatching(/^Amanhã 20\/11/)]),
    );
    pass('the device wakes');
    await find('link', /^1 Em atraso$/);
    await until(async () =>
      expect(await week()).toEqual([
        expect.stringMatching(/^Venceu há 1 dia 19\/11/),
        expect.stringMatching(/^Hoje 20\/11/),
      ]),
    );
    await seesText('sexta-feira, 20 de novembro de 2026');
  },
);

it.each(MIDNIGHTS)(
  'when the day changes in %s the deadline of an open document and the time of a queued reply follow, and the next reply is of the new day',
  async (...at) => {
    chooseEditor('simple');
    const { pass, mirror } = await beforeMidnight('/admin/view-document/1', at);
    await seesText('Escrita antes da meia-noite.');
    const message = (words: string) => textOf(all('article').find((one) => textOf(one).includes(words)) ?? null);
    await seesText('Vence hoje (qui., 19 de nov.)');
    expect(message('Escrita antes')).toContain('hoje · 23:50');
    pass('half a minute passes');
    await seesText('Venceu há 1 dia (qui., 19 de nov.)');
    await seesText('Em atraso');
    expect(message('Escrita antes')).toContain('qui., 19 de nov. · 23:50');
    await fill('Sua resposta', 'Escrita depois da meia-noite.');
    await until(async () => expect((await find('button', 'Responder')).hasAttribute('disabled')).toBe(false));
    await press('button', 'Responder');
    await until(() => expect(message('Escrita depois')).toContain('hoje · 00:00'));
    const replies = (await mirror.commands.orderBy('seq').toArray()).filter((one) => one.type === 'respond');
    expect(replies.map(({ performedAtMs }) => dayAt(performedAtMs, at[0]))).toEqual(['2026-11-19', '2026-11-20']);
  },
);
