// From the outbox to what the page shows: groups in order of urgency, views of one reader in one row. Pure.

import { isCounted } from '#mirror/store/outbox-row.ts';
import type { OutboxGroup, OutboxItem } from '#mirror/questions/outbox-items.ts';

export type OutboxRow =
  /** Tied: the one it waits for stands above it, in the same group. */
  | { readonly kind: 'item'; readonly item: OutboxItem; readonly isTied: boolean }
  /** Views waiting to be registered: nothing to decide about, so one row for all. */
  | { readonly kind: 'views'; readonly items: readonly [OutboxItem, ...OutboxItem[]] };

export type OutboxSection = {
  readonly group: OutboxGroup;
  readonly rows: readonly OutboxRow[];
  /** As the indicator of sending counts. */
  readonly count: number;
};

const ORDER: readonly OutboxGroup[] = ['needs-you', 'sending', 'queued', 'sent'];

/** Groups that have something, the most urgent first; what was sent stands newest first. */
export function sectionsOf(items: readonly OutboxItem[]): OutboxSection[] {
  return ORDER.flatMap((group) => {
    const own = items.filter((item) => item.group === group);
    const rows = rowsOf(group === 'sent' ? own.toReversed() : own);
    return rows.length === 0 ? [] : [{ group, rows, count: own.filter(({ command }) => isCounted(command)).length }];
  });
}

/** What is not registered yet: the number of the page's header, and of the pill where nothing needs its author. */
export function waitingIn(sections: readonly OutboxSection[]): number {
  return sections.reduce((sum, { group, count }) => sum + (group === 'sent' ? 0 : count), 0);
}

function rowsOf(items: readonly OutboxItem[]): OutboxRow[] {
  const isView = (item: OutboxItem) => item.command.type === 'record-view' && item.group === 'queued';
  const acts = inTies(items.filter((item) => !isView(item)));
  const shown = new Set(acts.map((item) => item.command.id));
  const rows: OutboxRow[] = acts.map((item) => ({
    kind: 'item',
    item,
    isTied: item.waitsFor !== null && shown.has(item.waitsFor),
  }));
  const [first, ...rest] = items.filter(isView);
  return first === undefined ? rows : [...rows, { kind: 'views', items: [first, ...rest] }];
}

/** What waits for another stands right under it, in the order it was made. */
function inTies(items: readonly OutboxItem[]): OutboxItem[] {
  const shown = new Set(items.map((item) => item.command.id));
  const follow = (item: OutboxItem): OutboxItem[] => [
    item,
    ...items.filter((other) => other.waitsFor === item.command.id).flatMap(follow),
  ];
  return items.filter((item) => item.waitsFor === null || !shown.has(item.waitsFor)).flatMap(follow);
}
