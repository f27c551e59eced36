// Days, instants and sizes in the words of a Brazilian public office. Days are `yyyy-mm-dd` and
// never become instants in the device's zone; instants are shown in the tenant's zone.

import { addDays, type CalendarDay, clockAt, dayAt, dayOfMonth, weekdayOf } from '#domain/dates.ts';
import { dayInWords } from '#ui/fields/day-text.ts';
import { monthText, numberText, shortText, weekdayText } from '#ui/base/locale-text.ts';
import type { OrganizationRef } from '#contract/scalars.ts';

export function formatDay(day: CalendarDay): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

export function formatShortDay(day: CalendarDay): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

/** `seg., 23 de nov.` */
export function formatWeekday(day: CalendarDay): string {
  return dayInWords(day);
}

/** `sábado, 21 de nov.` */
export function formatDueDay(day: CalendarDay): string {
  return `${formatWeekdayName(day)}, ${dayOfMonth(day)} de ${shortText(formatMonthName(day))}`;
}

/** `sexta-feira, 27 de novembro`. */
export function formatLongWeekday(day: CalendarDay): string {
  return `${formatWeekdayName(day)}, ${dayOfMonth(day)} de ${formatMonthName(day)}`;
}

/** `sexta-feira`. */
export function formatWeekdayName(day: CalendarDay): string {
  return weekdayText(weekdayOf(day));
}

/** `ter.` */
export function formatWeekdayShort(day: CalendarDay): string {
  return shortText(formatWeekdayName(day));
}

/** `S`: the weekday over a day of a strip or a month. */
export function formatWeekdayLetter(day: CalendarDay): string {
  return formatWeekdayName(day).charAt(0).toUpperCase();
}

/** `novembro`. */
export function formatMonthName(day: CalendarDay): string {
  return monthText(Number(day.slice(5, 7)));
}

/** `novembro de 2026`. */
export function formatMonth(day: CalendarDay): string {
  return `${formatMonthName(day)} de ${day.slice(0, 4)}`;
}

/** `quinta-feira, 19 de novembro de 2026`. */
export function formatFullDay(day: CalendarDay): string {
  return `${formatLongWeekday(day)} de ${day.slice(0, 4)}`;
}

/** The reader's zone and present day. */
export type Here = { readonly today: CalendarDay; readonly zone: string };

/** `14:32`. `at` is epoch milliseconds or an ISO instant. */
export function formatTime(at: number | string, zone: string): string {
  return clockAt(msOf(at), zone);
}

/** `hoje às 09:12`, `ontem às 16:05`, `17/11 às 07:58`, `17/11/2025 às 07:58`. */
export function formatMoment(at: number | string, here: Here): string {
  return `${dayName(at, here)} às ${formatTime(at, here.zone)}`;
}

/** `hoje · 14:31`, `qui., 12 de nov. · 08:47`: the time of a message. */
export function formatStamp(at: number | string, here: Here): string {
  const day = dayAt(msOf(at), here.zone);
  const name =
    day === here.today ? 'hoje' : day.slice(0, 4) === here.today.slice(0, 4) ? formatWeekday(day) : formatDay(day);
  return `${name} · ${formatTime(at, here.zone)}`;
}

/** `hoje`, `ontem`, `17/11`, `17/11/2025`: the day an instant fell on. */
export function dayName(at: number | string, { today, zone }: Here): string {
  const day = dayAt(msOf(at), zone);
  if (day === today) return 'hoje';
  if (day === addDays(today, -1)) return 'ontem';
  return day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatDay(day);
}

/** The text with a capital as its first letter: `Sexta-feira`. */
export function capitalized(words: string): string {
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}

/** `412 KB`, `1,8 MB`, `2,1 GB`, `90 bytes`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${numberText(bytes / 1_000_000, { maximumFractionDigits: 1 })} MB`;
  return `${numberText(bytes / 1_000_000_000, { maximumFractionDigits: 1 })} GB`;
}

function msOf(at: number | string): number {
  return typeof at === 'number' ? at : Date.parse(at);
}

// How Portuguese writes counts and lists.

/**
 * The words for a count. `zero` is never left to Intl, whose rules for Portuguese say "0
 * documento".
 */
type CountWords = { readonly zero: string; readonly one: string; readonly other: (count: number) => string };

export function plural(count: number, words: CountWords): string {
  if (count === 0) return words.zero;
  return count === 1 ? words.one : words.other(count);
}

/** `a`, `a e b`, `a, b e c`. */
export function joined(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;
}

// Names of people, sectors and tenants, shortened for narrow places.

export type PersonName = { readonly name: string; readonly last_name: string };

export function fullName(person: PersonName): string {
  return `${person.name} ${person.last_name}`.trim();
}

/** The first given name and the last surname, for places where the whole name would be too long. */
export function shortName(person: PersonName): string {
  const first = person.name.split(' ')[0] ?? person.name;
  const last = person.last_name.split(' ').at(-1) ?? '';
  return `${first} ${last}`.trim();
}

const OFFICE = /^(secretaria|secretária) municipal d[aeo]s? /i;

/**
 * `Obras e Infraestrutura` for `Secretaria Municipal de Obras e Infraestrutura`, whose prefix tells
 * nothing on a narrow screen.
 */
export function shortSectorName(name: string): string {
  return name.replace(OFFICE, '');
}

/** `Obras e Infraestrutura (SEMOB)`. */
export function sectorWithAcronym(sector: Pick<OrganizationRef, 'name' | 'acronym'>): string {
  return `${shortSectorName(sector.name)} (${sector.acronym})`;
}

/**
 * `Vale do Ipê` and `Prefeitura Municipal` for `Prefeitura Municipal de Vale do Ipê`; other names
 * stay whole, and `kind` is null.
 */
export function splitTenantName(name: string): { readonly place: string; readonly kind: string | null } {
  const match = /^((?:Prefeitura|Câmara)(?: Municipal)?) (?:de|do|da|dos|das) (.+)$/u.exec(name);
  const [, kind, place] = match ?? [];
  return kind === undefined || place === undefined ? { place: name, kind: null } : { place, kind };
}

/**
 * What kind of body the tenant is, by its name; null for a name that does not tell. Both words are
 * feminine, so sentences may use `a` and `da`.
 */
export function tenantKind(name: string): 'Prefeitura' | 'Câmara' | null {
  const [, kind] = /^(Prefeitura|Câmara)\b/u.exec(name) ?? [];
  return kind === 'Prefeitura' || kind === 'Câmara' ? kind : null;
}

/** Shown at a row that was made on this device and can't be chosen yet. */
export const NOT_SENT_YET = 'Ainda não foi enviado: pode ser escolhido depois.';
