import { creationPairs, deletionPairs, editPairs, switchPairs } from '#contract/row-forms.ts';
import type { FormPair } from '#contract/form.ts';
import { ROW_WRITES } from '#contract/row-writes.ts';
import type { CommandOnRows, RowCommand } from '#mirror/store/outbox-row.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';

/**
 * The address and the fields of a command on rows: a POST to the collection's address, where
 * `_method` says PUT for a change, PATCH for a switch and DELETE for a deletion (rule H12). Null
 * while one of its rows has no id. Pure.
 */
export function rowRequestOf(command: RowCommand): { path: string; fields: readonly FormPair[] } | null {
  const { path } = ROW_WRITES[command.payload.collection];
  const hashes = command.files.map((file) => file.sha256);
  if (command.type === 'create-row') {
    const { collection, fields } = command.payload;
    return { path, fields: creationPairs(collection, { fields, hashes }) };
  }
  const ids = command.payload.row_keys.flatMap((key) => serverIdOfKey(key) ?? []);
  if (ids.length < command.payload.row_keys.length || ids.length === 0) return null;
  return { path, fields: fieldsOn(command, { ids, hashes }) };
}

function fieldsOn(command: CommandOnRows, { ids, hashes }: { ids: readonly number[]; hashes: readonly string[] }) {
  switch (command.type) {
    case 'update-row': {
      const { collection, fields } = command.payload;
      return editPairs(collection, { id: ids[0] ?? 0, fields, hashes });
    }
    case 'switch-rows':
      return switchPairs(command.payload.collection, { ids, status: command.payload.status });
    case 'delete-rows':
      return deletionPairs(command.payload.collection, ids);
  }
}
