import type { CommandType, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { expect, test } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../../test/builders/build-command.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { CORRECT_ROW } from '../../text/sending/row-acts.ts';
import { editOf } from './edit-of.ts';

const online = { dependents: 0, isOffline: false };
const inForm = { href: `/admin/view-document/s%3A1?editar=${uuid(1)}` };

test.each([
  [{ state: 'queued' }, { ...online, isOffline: true }, inForm],
  [{ state: 'unknown' }, online, inForm],
  [{ state: 'unknown' }, { ...online, isOffline: true }, { reason: OUTBOX_TEXT.inDoubt }],
  [{ state: 'backoff', answerLost: true }, { ...online, isOffline: true }, { reason: OUTBOX_TEXT.inDoubt }],
  [{ state: 'sending' }, online, { reason: OUTBOX_TEXT.cantEdit }],
] as const)('the form in which a command is edited, or the reason against it (case %#)', (change, at, said) => {
  expect(editOf(buildCommand('respond', change), at)).toEqual(said);
});

const row = (id: string) => ({ href: `/admin/edit-organization/1?editar=${id}` });

test.each([
  ['a change that waits', 'update-row', {}, 0, row(uuid(1))],
  ['a refused change', 'update-row', { state: 'refused' }, 0, row(uuid(1))],
  ['a creation that others wait for', 'create-row', {}, 2, { href: `/admin/create-organizations?editar=${uuid(1)}` }],
  [
    'a change of a row that is gone',
    'update-row',
    { state: 'refused', lastError: buildError({ class: 'gone' }) },
    0,
    { reason: CORRECT_ROW.rowGone },
  ],
  ['a change that is being sent', 'update-row', { state: 'sending' }, 0, { reason: OUTBOX_TEXT.cantEdit }],
  ['a switch, which has no form', 'switch-rows', {}, 0, { reason: OUTBOX_TEXT.cantEdit }],
] as const)('the form of a command on rows: %s', (_what, type, change, dependents, said) => {
  const command = buildCommand<CommandType>(type, change) as OutboxCommand;
  expect(editOf(command, { ...online, dependents })).toEqual(said);
});
