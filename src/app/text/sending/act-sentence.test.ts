import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { describe, expect, test } from 'vitest';
import { actSentenceOf } from './act-sentence.ts';

const names = { person: () => 'Caio Rezende Porto', sector: () => 'Serviços Urbanos' };

function itemOf(act: Pick<OutboxCommand, 'type' | 'payload'>, ticket: string | null = 'PMVI042'): OutboxItem {
  const command = {
    ...act,
    id: '00000000-0000-4000-8000-000000007f3a',
    seq: 1,
    actorId: 1,
    tenantId: 1,
    deviceId: 'd',
    loginId: null,
    version: 1,
    documentKey: 's:42',
    basedOn: null,
    files: [],
    performedAtMs: 0,
    state: 'queued',
    attempts: 0,
    failures: 0,
    dueAtMs: 0,
    lease: null,
    lastError: null,
    receipt: null,
    doneAtMs: null,
    mayBeRefused: false,
  } as OutboxCommand;
  const localCode = ticket === null ? 'L-7F3A' : null;
  return {
    command,
    title: 'Interdição',
    ticket,
    localCode,
    address: '42',
    group: 'queued',
    waitsFor: null,
    dependents: 0,
    goWithIt: 0,
    rows: null,
  };
}

const reply = { content: '<p>Sim.</p>', limit_date: null, responsible_ids: null, organization_ids: [] };

describe('the sentence of an outbox item names the act', () => {
  test.each([
    [itemOf({ type: 'respond', payload: reply }), 'Responder PMVI 042'],
    [itemOf({ type: 'respond', payload: reply }, null), 'Responder o documento novo L-7F3A'],
    [itemOf({ type: 'respond', payload: { ...reply, limit_date: '2026-11-30' } }), 'Prorrogar PMVI 042 até 30/11/2026'],
    [
      itemOf({ type: 'respond', payload: { ...reply, responsible_ids: [7], organization_ids: [3] } }),
      'Transferir PMVI 042 para Serviços Urbanos',
    ],
    [
      itemOf({ type: 'respond', payload: { ...reply, responsible_ids: [7] } }),
      'Transferir PMVI 042 para Caio Rezende Porto',
    ],
    [itemOf({ type: 'respond', payload: { ...reply, content: '' } }), 'Anexar arquivos a PMVI 042'],
    [itemOf({ type: 'complete-document', payload: { limit_date: null } }), 'Concluir PMVI 042'],
    [itemOf({ type: 'reopen-document', payload: { limit_date: '2026-12-01' } }), 'Reabrir PMVI 042 até 01/12/2026'],
    [itemOf({ type: 'record-view', payload: { offline: true } }), 'Registrar que você viu PMVI 042'],
  ])('is right in case %#', (item, sentence) => {
    expect(actSentenceOf(item, names)).toBe(sentence);
  });
});
