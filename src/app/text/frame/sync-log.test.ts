import { expect, test } from 'vitest';
import { eventText } from './device-data.ts';

test.each([
  ['drain', { ended: 'network', acknowledged: 0 }, 'Envio: o servidor não respondeu'],
  ['pull', { result: 'pulled' }, 'Recebimento: tudo recebido'],
  ['command', { command: '01234567-89ab', outcome: 'done' }, 'Item 01234567: registrado'],
  ['storage-trouble', { where: 'pull', kind: 'quota' }, 'Armazenamento: falta espaço'],
  ['pull-not-answered', { path: '/api/sync/changes', status: 502 }, 'Recebimento: resposta 502 não entendida'],
  ['pull-not-answered', { path: '/api/sync/changes', status: null }, 'Recebimento: sem resposta'],
  ['fault', { where: 'send', error: 'TypeError', line: 'drain.ts:10:2' }, 'TypeError em drain.ts:10:2'],
  ['fault', { where: 'send', error: 'TypeError', line: null }, 'TypeError em send'],
  ['drain', { ended: 'of a newer version' }, 'Envio: of a newer version'],
  ['newer', {}, 'newer'],
])('%s %o reads "%s"', (event, facts, text) => {
  expect(eventText({ atMs: 0, event, facts })).toBe(text);
});
