import { describe, expect, it } from 'vitest';
import type { OutboxCommand, RowCommand } from '#mirror/store/outbox-row.ts';
import { buildCommand, buildError } from '../../../../test/builders/build-command.ts';
import { refusalOf, stateWords } from './command-state.ts';
import { NOW_MS } from '../../../../test/builders/moments.ts';
import { rowActSentence, rowDiscardQuestion, rowsLeftText } from './row-acts.ts';

const two = { row_keys: ['s:1', 's:2'], row_names: ['Obras', 'Trânsito'] };

describe('an act on rows in words', () => {
  it.each<[RowCommand, string]>([
    [buildCommand('create-row'), 'Criar o setor “Habitação”'],
    [buildCommand('update-row'), 'Editar o setor “Obras”'],
    [buildCommand('switch-rows'), 'Desativar o setor “Obras”'],
    [buildCommand('switch-rows', { payload: { ...two, status: 'active' } }), 'Ativar 2 setores'],
    [buildCommand('delete-rows', { payload: { ...two, collection: 'users' } }), 'Excluir 2 usuários'],
  ])('%# is one sentence', (command, sentence) => {
    expect(rowActSentence(command)).toBe(sentence);
  });

  it('the question before discarding says what stays as it was', () => {
    expect(rowDiscardQuestion(buildCommand('delete-rows', { payload: two }))).toEqual({
      title: 'Descartar esta exclusão?',
      body: 'Os 2 setores continuam como estavam.',
    });
  });

  const gone = { state: 'refused', lastError: buildError({ class: 'gone', status: 404 }) } as const;

  it('the question before discarding does not say that a deleted row stays as it was', () => {
    const body = (payload: object) =>
      rowDiscardQuestion(buildCommand('switch-rows', { ...gone, payload: { ...payload, status: 'inactive' } })).body;
    expect(rowDiscardQuestion(buildCommand('update-row', gone)).body).toBe('O setor continua excluído.');
    expect(body(two)).toBe('Os setores que restam continuam como estavam.');
  });

  it.each<[string, OutboxCommand, RegExp]>([
    ['edited', buildCommand('update-row', gone), /^este setor foi excluído por outra pessoa/],
    ['deleted', buildCommand('delete-rows', gone), /^este setor já tinha sido excluído/],
    [
      'switched with others',
      buildCommand('switch-rows', { ...gone, payload: two }),
      /um destes setores já foi excluído/,
    ],
  ])('its author reads that another person deleted what they %s', (_what, command, sentence) => {
    expect(refusalOf(command)).toMatch(sentence);
  });

  it.each([
    [{ left: ['Arquivo'], gone: ['Obras'], withdrawn: [] }, '“Obras” foi excluído. Resta “Arquivo”.'],
    [
      { left: ['Ana', 'Bia'], gone: ['Caio', 'Davi'], withdrawn: ['Eva'] },
      '“Caio” e “Davi” foram excluídos e “Eva” não está mais com você. Restam “Ana” e “Bia”.',
    ],
    [{ left: [], gone: ['Obras'], withdrawn: [] }, '“Obras” foi excluído. Nenhum resta: descarte este envio.'],
    [{ left: ['Obras'], gone: [], withdrawn: [] }, 'Ainda não se sabe aqui quais setores ficaram de fora.'],
  ])('which rows are left out, and which remain (case %#)', (rows, words) => {
    expect(rowsLeftText(buildCommand('switch-rows', { payload: two }), rows)).toBe(words);
  });

  it('a deletion that can still be taken back is told as that, and as queued when its time is over', () => {
    const command = buildCommand('delete-rows', { dueAtMs: NOW_MS + 8000 });
    const at = (nowMs: number) => ({
      nowMs,
      zone: 'UTC',
      needsLogin: false,
      isWaiting: false,
      personName: () => '',
    });
    expect(stateWords(command, at(NOW_MS))).toMatchObject({ text: 'Excluído', reason: 'Ainda dá para desfazer.' });
    expect(stateWords(command, at(NOW_MS + 8000)).text).toBe('Na fila');
  });

  it('a refusal with words of the server keeps them', () => {
    const lastError = buildError({
      class: 'invalid',
      status: 422,
      errors: { acronym: ['Já existe um setor com essa sigla.'] },
    });
    expect(refusalOf(buildCommand('update-row', { state: 'refused', lastError }))).toContain('com essa sigla');
  });
});
