import { expect, test } from 'vitest';
import { announcementOf, type SyncFacts, syncStateOf } from './sync-state.ts';

const calm: SyncFacts = {
  pending: 0,
  sending: null,
  needsAuthor: 0,
  needsLogin: false,
  network: 'ok',
  storageLow: false,
  storageFull: false,
};

test.each<[Partial<SyncFacts>, string, string]>([
  [{}, 'synced', 'Tudo enviado'],
  [{ pending: 5, sending: { current: 2, total: 5 } }, 'syncing', 'Enviando 2 de 5'],
  [{ network: 'offline' }, 'offline', 'Sem conexão'],
  [{ network: 'offline', pending: 3 }, 'offline', 'Sem conexão · 3 na fila'],
  [{ network: 'portal', pending: 3 }, 'portal', 'A rede pede para entrar · 3 na fila'],
  [{ network: 'unstable', pending: 3 }, 'unstable', 'Conexão instável · 3 na fila'],
  [{ needsLogin: true, pending: 3 }, 'needs-login', 'Entre de novo para enviar 3 itens'],
  [{ needsLogin: true, pending: 1 }, 'needs-login', 'Entre de novo para enviar 1 item'],
  [{ needsAuthor: 1, pending: 4 }, 'needs-author', '1 item precisa de você'],
  [{ needsAuthor: 2, network: 'offline' }, 'needs-author', 'Sem conexão · 2 a resolver'],
  [{ needsAuthor: 1, network: 'offline', pending: 2 }, 'needs-author', 'Sem conexão · 1 a resolver · 2 na fila'],
  [{ needsAuthor: 1, network: 'portal' }, 'needs-author', 'A rede pede para entrar · 1 a resolver'],
  [{ storageFull: true, storageLow: true, needsAuthor: 1 }, 'storage-full', 'Sem espaço: libere espaço neste aparelho'],
  [{ storageLow: true, network: 'offline' }, 'storage-low', 'Pouco espaço neste aparelho'],
])('sync state of %o is %s: %s', (facts, kind, text) => {
  const state = syncStateOf({ ...calm, ...facts });
  expect([state.kind, state.text]).toEqual([kind, text]);
});

test('the pill shows the queue in the header of a phone, and one or two words in the rail', () => {
  const offline = syncStateOf({ ...calm, network: 'offline', pending: 3 });
  expect([offline.short, offline.rail]).toEqual(['3 na fila', '3 na fila']);
  expect(syncStateOf(calm).rail).toBe('Enviado');
  const both = syncStateOf({ ...calm, network: 'offline', needsAuthor: 1, pending: 2 });
  expect([both.short, both.rail]).toEqual(['Sem rede · 1 a resolver', 'Sem rede · 1 a resolver']);
});

test('a state that needs the person is announced assertively, progress is never announced', () => {
  expect(announcementOf('needs-login')).toBe('assertive');
  expect(announcementOf('offline')).toBe('polite');
  expect(announcementOf('syncing')).toBeNull();
});
