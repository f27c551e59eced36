import { expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../../test/builders/build-command.ts';
import { OUTBOX_TEXT } from '../../text/outbox.ts';
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
