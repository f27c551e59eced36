import { Ids, StatusInput } from '#contract/reference-writes.ts';
import type { Permission } from '#domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { deleteRows } from '../commands/reference/delete-rows.ts';
import type { ManagedTable } from '../commands/frame/lock-rows.ts';
import { toggleRows } from '../commands/reference/toggle-rows.ts';
import { route } from '../http/route.ts';
import { markReplay, withReceipt } from './mark-replay.ts';

type BulkRoutes = {
  readonly url: string;
  readonly table: ManagedTable;
  /** Name of the list of ids in the body: each kind of row has its own. */
  readonly field: string;
  readonly update: Permission;
  readonly remove: Permission;
};

/** PATCH (active or inactive) and DELETE of many rows of one kind (rules B4, H12). */
export function registerBulk(app: FastifyInstance, bulk: BulkRoutes): void {
  const { table, field } = bulk;
  const idsOf = (body: Readonly<Record<string, unknown>>): number[] => v.parse(Ids, body[field]);
  route(app, {
    method: 'PATCH',
    url: bulk.url,
    access: bulk.update,
    summary: `Activates or deactivates ${table}.`,
    body: v.object({ [field]: Ids, status: StatusInput }),
    handler: async (call) => {
      const ids = idsOf(call.body);
      const status = v.parse(StatusInput, call.body['status']);
      const done = await toggleRows(call, { table, field, ids, status });
      markReplay(call.reply, done);
      return withReceipt({ updated: new Set(ids).size }, done);
    },
  });
  route(app, {
    method: 'DELETE',
    url: bulk.url,
    access: bulk.remove,
    summary: `Deletes ${table}, softly.`,
    body: v.object({ [field]: Ids }),
    handler: async (call) => {
      const ids = idsOf(call.body);
      const done = await deleteRows(call, { table, field, ids });
      markReplay(call.reply, done);
      return withReceipt({ deleted: new Set(ids).size }, done);
    },
  });
}
