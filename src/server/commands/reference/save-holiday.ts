import type { HolidayInput, HolidayPatch } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import { isUniqueViolation } from '../../db/database.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { problems } from '../../reporting/errors.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';
import { replaceSectors } from './replace-sectors.ts';

type Patch = v.InferOutput<typeof HolidayPatch>;

/** POST /api/holidays. A tenant has at most one holiday on a day. */
export function createHoliday(call: CommandCall<v.InferOutput<typeof HolidayInput>>): Promise<Done> {
  return save({ call, id: null });
}

/** PUT /api/holidays. */
export function updateHoliday(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: { call: CommandCall<Patch>; id: number | null }): Promise<Done> {
  const { actor } = call;
  const row = { table: 'holidays', id } as const;
  return once(call, {
    ...saving(call, { kind: 'holiday', ...row }),
    effect: async (tx) => {
      if (id !== null) await lockRows(tx, { actor, table: row.table, ids: [id] });
      const { day, name, kind } = asStored(call.body);
      const columns = { day, name, kind };
      const written = await oneOfItsDay(() => writeRow(tx, { ...row, tenantId: actor.tenantId, columns }));
      const { exempt_organization_ids: organizationIds } = call.body;
      if (organizationIds !== undefined) {
        await replaceSectors(tx, {
          actor,
          table: 'holiday_exempt_organizations',
          owner: 'holiday_id',
          id: written,
          organizationIds,
          field: 'exempt_organization_ids',
        });
      }
      return saved(row.table, written);
    },
  });
}

/** Runs `work` and turns a violated constraint into a refusal: a day has at most one holiday. */
async function oneOfItsDay<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'holidays')) throw problems.invalid({ day: [REFUSAL_TEXT.day_taken] });
    throw error;
  }
}
