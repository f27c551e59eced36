import { PATHS } from '#contract/paths.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance } from 'fastify';
import { presentListItem } from '../presenters/present-document.ts';
import { dashboardOf, type HomeTotals } from '../queries/dashboard.ts';
import { createKnownTotals } from '../queries/known-totals.ts';
import { route } from '../http/route.ts';

export function registerDashboard(app: FastifyInstance): void {
  const totals: HomeTotals = createKnownTotals();
  route(app, {
    method: 'GET',
    url: PATHS.dashboard,
    access: 'authenticated',
    summary: 'Alert, recent documents, models and counters of the home screen.',
    handler: async ({ actor, now, services }) => {
      const today = dayAt(now, actor.timeZone);
      const rows = await services.database.inTenant(actor.tenantId, (tx) => dashboardOf(tx, { actor, today, totals }));
      const documents = rows.documents.map((row) => presentListItem(row, { userId: actor.userId, today }));
      return { ...rows, documents };
    },
  });
}
