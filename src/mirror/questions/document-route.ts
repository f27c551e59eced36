import type { OrganizationRef } from '#contract/references.ts';
import { dayAt, daysBetween, type CalendarDay } from '#domain/dates.ts';
import { localActs } from './document-thread.ts';
import type { ViewSource } from './view-source.ts';
import type { RouteStop } from './view-types.ts';

type Arrival = { readonly sector: OrganizationRef; readonly on: CalendarDay };

/**
 * The sectors that a document went through, from its origin to where it is, with the days in each:
 * from the logs of creation and transfers, and from transfers that are still only on this device.
 */
export function routeOf(source: ViewSource, { today, zone }: { today: CalendarDay; zone: string }): RouteStop[] {
  const { document } = source;
  const createdOn = dayOf(document.created_at, zone);
  const arrivals: Arrival[] = document.origin === null ? [] : [{ sector: document.origin, on: createdOn }];
  for (const { sectors, at } of destinationsOf(source)) {
    const on = dayOf(at, zone);
    for (const sector of sectors) if (arrivals.at(-1)?.sector.id !== sector.id) arrivals.push({ sector, on });
  }
  return arrivals.map(({ sector, on }, index) => {
    const next = arrivals[index + 1];
    const days = Math.max(0, daysBetween(on, next?.on ?? today));
    return { acronym: sector.acronym, name: sector.name, days, current: next === undefined };
  });
}

function destinationsOf({ document, details, commands, context }: ViewSource) {
  const pencil = commands
    .filter((command) => command.state !== 'refused' && command.state !== 'conflict')
    .flatMap((command) => localActs(command, context))
    .filter((act) => act.kind === 'transfer')
    .map((act) => ({ sectors: act.organizations, at: act.at }));
  const moves = (details?.logs ?? []).filter((log) => log.action === 'creation' || log.action === 'transfer');
  // Without the logs only the present sector is known.
  if (moves.length === 0) return [{ sectors: document.organizations, at: document.created_at }];
  return [...moves.map((log) => ({ sectors: log.organizations, at: log.created_at })), ...pencil];
}

function dayOf(instant: string, zone: string): CalendarDay {
  return dayAt(Date.parse(instant), zone);
}
