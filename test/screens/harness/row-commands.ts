// Commands on rows of reference data, as the outbox holds them.

import type { CommandPayloads, CommandType, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { buildCommand } from '../../builders/build-command.ts';

type Payload = CommandPayloads['create-row'] | CommandPayloads['update-row'];

/** A command on rows, at its place in the lane of its collection. */
export function rowCommand(type: CommandType, payload: object, more: Partial<OutboxCommand> = {}): OutboxCommand {
  const { collection } = payload as Payload;
  return buildCommand(type, {
    ...(more as object),
    documentKey: `rows:${collection}`,
    payload,
  } as object) as OutboxCommand;
}

/** The key of the row that `made` makes. */
export const MADE = '00000000-0000-4000-8000-00000000bbbb';

/** The payload of a creation in `collection`. */
export const made = (collection: string, fields: object) => ({ collection, row_key: MADE, fields });
