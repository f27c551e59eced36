import type { OwnWork } from '#mirror/questions/own-work.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { sealedRow } from '#mirror/store/sealed-row.ts';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { NOW_MS, TODAY } from '../../../test/builders/moments.ts';
import { describe, expect, it } from 'vitest';
import { discardMeaning, keepMeaning, keepText, workLines } from './words.ts';

const HERE = { today: TODAY, zone: 'America/Sao_Paulo' };
const MINUTE = 60_000;

function workOf(given: Partial<OwnWork>): OwnWork {
  return { items: [], sendable: given.items?.length ?? 0, draftsAtMs: [], hasKey: true, ...given };
}

const itemOf = (command: OutboxCommand, ticket: string | null = 'PMVI037') => ({
  command,
  title: 'Vistoria',
  ticket,
  localCode: null,
  address: null,
  group: 'queued' as const,
  waitsFor: null,
  dependents: 0,
  goWithIt: 0,
  rows: null,
});

const reply = buildCommand('respond', { performedAtMs: NOW_MS });
const completion = buildCommand('complete-document', { performedAtMs: NOW_MS - 9 * MINUTE });
const creation = buildCommand('create-document', { performedAtMs: NOW_MS });

describe('the question before leaving with unsent work', () => {
  it('names a single gesture with its document and its time', () => {
    expect(workLines(workOf({ items: [itemOf(reply)] }), HERE)).toEqual([
      { kind: 'unsent', text: '1 resposta não enviada · PMVI 037', time: expect.stringMatching(/^\d\d:\d\d$/) },
    ]);
  });

  it('counts gestures by kind, then drafts', () => {
    const work = workOf({
      items: [itemOf(reply), itemOf(completion), itemOf(reply), itemOf(creation, null)],
      draftsAtMs: [NOW_MS - 9 * MINUTE, NOW_MS],
    });
    expect(workLines(work, HERE).map((line) => line.text)).toEqual([
      '2 respostas não enviadas',
      '1 conclusão não enviada · PMVI 037',
      '1 documento novo não enviado · “Vistoria”',
      '2 rascunhos',
    ]);
  });

  it.each([
    [{ draftsAtMs: [NOW_MS] }, 'Sair e guardar'],
    [{ items: [itemOf(reply)] }, 'Sair e guardar'],
    [{ items: [itemOf(reply), itemOf(reply)] }, 'Sair e guardar tudo'],
    [{ items: [itemOf(reply)], draftsAtMs: [NOW_MS, NOW_MS] }, 'Sair e guardar tudo'],
    [{ draftsAtMs: Array.from({ length: 12 }, () => NOW_MS) }, 'Sair e guardar tudo'],
  ])('says that all is kept, in words that fit nouns of either gender: %#', (given, title) => {
    expect(keepText(workOf(given))).toBe(title);
  });

  it('counts sealed work as what was sealed, and shows no time of it', () => {
    const payload = { keyId: 'k', ephemeral: 'e', parts: 1, counts: { unsent: 3, drafts: 2 } };
    const sealed = sealedRow({ id: reply.id, userId: 1, tenantId: 1, ...payload }) as unknown as OutboxCommand;
    const work = workOf({ items: [itemOf(sealed, null)], sendable: 0, draftsAtMs: [NOW_MS] });
    expect(discardMeaning(work)).toContain('Apaga 3 envios e 3 rascunhos');
    expect(workLines(work, HERE)[0]).toEqual({
      kind: 'unsent',
      text: expect.stringContaining('1 item que este aparelho não abriu'),
      time: '',
    });
  });

  it('promises that only the author opens it', () => {
    expect(keepMeaning(workOf({ draftsAtMs: [NOW_MS] }))).toContain('Fica fechado neste aparelho; só você abre.');
  });

  it('promises sending only where something waits to be sent', () => {
    expect(keepMeaning(workOf({ draftsAtMs: [NOW_MS] }))).not.toContain('enviado');
    expect(keepMeaning(workOf({ items: [itemOf(reply)], sendable: 0 }))).not.toContain('enviado');
    expect(keepMeaning(workOf({ items: [itemOf(reply)] }))).toContain('só sai depois que você entrar de novo');
    expect(keepMeaning(workOf({ items: [itemOf(reply)] }))).not.toContain('rascunho');
  });
});
