import { COMMAND_VERSION, type CommandError, type OutboxCommand } from './outbox-row.ts';
import { isKnownSealing, isSealed } from './sealed-row.ts';

const COMMAND_TYPES: readonly string[] = [
  'create-document',
  'respond',
  'complete-document',
  'reopen-document',
  'reassign-document',
  'record-view',
  'create-row',
  'update-row',
  'switch-rows',
  'delete-rows',
] satisfies readonly OutboxCommand['type'][];

const TOO_NEW: CommandError = {
  class: 'unsupported',
  status: null,
  type: null,
  message: 'Este item foi guardado por uma versão mais nova do aplicativo. Atualize para enviar.',
  errors: {},
  code: null,
};

const NOT_OPENED: CommandError = {
  ...TOO_NEW,
  class: 'sealed',
  message:
    'Está fechado, e este aparelho ainda não abriu. Nada foi perdido. Confira o espaço livre, saia e entre de novo.',
};

/**
 * Values of fields that commands of older versions lack. Every new field that is not optional has
 * one here.
 */
const DEFAULTS = {
  loginId: null,
  failures: 0,
  mayBeRefused: false,
  lease: null,
  lastError: null,
  receipt: null,
  doneAtMs: null,
};

/**
 * Brings a stored command to today's shape, each time it is read (src/sync/promises.md, hazard 30).
 * A command that this version does not understand (newer, or of an unknown type) is shown as held.
 * Its stored row stays exactly as it is, so that a newer version finds it whole.
 */
export function upcastCommand(stored: OutboxCommand): OutboxCommand {
  if (isUnderstood(stored)) return { ...DEFAULTS, ...stored };
  const lastError = isSealed(stored) && isKnownSealing(stored) ? NOT_OPENED : TOO_NEW;
  return stored.state === 'done' ? stored : { ...DEFAULTS, ...stored, state: 'held', lastError };
}

/** Whether this version of the application can fold and send the command. */
export function isUnderstood(command: Pick<OutboxCommand, 'version' | 'type'>): boolean {
  return command.version <= COMMAND_VERSION && COMMAND_TYPES.includes(command.type);
}
