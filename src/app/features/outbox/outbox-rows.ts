// Turns the outbox into the rows of its page. Groups come in order of urgency, and all views that
// wait are one row. Pure.

import { isCounted, isUnsent } from '#mirror/store/outbox-row.ts';
import type { OutboxGroup, OutboxItem } from '#mirror/questions/outbox-items.ts';

export type OutboxRow =
  /** `isTied`: the command waits for the one directly above it in the same group. */
  | { readonly kind: 'item'; readonly item: OutboxItem; readonly isTied: boolean }
  /**
   * Views that wait to be registered. The person decides nothing about them, so all of them are one
   * row.
   */
  | { readonly kind: 'views'; readonly items: readonly [OutboxItem, ...OutboxItem[]] };

export type OutboxSection = {
  readonly group: OutboxGroup;
  readonly rows: readonly OutboxRow[];
  /** How many commands belong to the group itself. The pill shows the same count. */
  readonly count: number;
  /**
   * How many of the listed commands are not registered yet. Commands that wait for one of another
   * group are listed with it, so they count here.
   */
  readonly waiting: number;
};

const ORDER: readonly OutboxGroup[] = ['needs-you', 'sending', 'queued', 'sent'];

/** The groups that are not empty, the most urgent first; sent commands are listed newest first. */
export function sectionsOf(items: readonly OutboxItem[]): OutboxSection[] {
  const placed = placesOf(items);
  return ORDER.flatMap((group) => {
    const listed = items.filter((item) => placed.get(item.command.id) === group);
    const rows = rowsOf(group === 'sent' ? listed.toReversed() : listed);
    if (rows.length === 0) return [];
    const counted = listed.filter(({ command }) => isCounted(command));
    const count = counted.filter((item) => item.group === group).length;
    return [{ group, rows, count, waiting: listed.filter(({ command }) => isUnsent(command)).length }];
  });
}

/**
 * The group in which each command is listed. A command that waits for another is listed in that
 * one's group.
 */
function placesOf(items: readonly OutboxItem[]): ReadonlyMap<string, OutboxGroup> {
  const byId = new Map(items.map((item) => [item.command.id, item]));
  const placeOf = (item: OutboxItem): OutboxGroup => {
    const before = item.waitsFor === null || item.group !== 'queued' ? undefined : byId.get(item.waitsFor);
    return before === undefined || before.group === 'sending' ? item.group : placeOf(before);
  };
  return new Map(items.map((item) => [item.command.id, placeOf(item)]));
}

/**
 * The number of commands that are not registered yet: shown in the page's header, and in the pill
 * unless something needs its author.
 */
export function waitingIn(sections: readonly OutboxSection[]): number {
  return sections.reduce((sum, { waiting }) => sum + waiting, 0);
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

/**
 * Commands that wait for another are listed right under it, in the order in which they were made.
 */
function inTies(items: readonly OutboxItem[]): OutboxItem[] {
  const shown = new Set(items.map((item) => item.command.id));
  const follow = (item: OutboxItem): OutboxItem[] => [
    item,
    ...items.filter((other) => other.waitsFor === item.command.id).flatMap(follow),
  ];
  return items.filter((item) => item.waitsFor === null || !shown.has(item.waitsFor)).flatMap(follow);
}
