import { monthText, shortText, weekdayText } from '../base/locale-text.ts';

/** A calendar day `yyyy-mm-dd` as `dd/mm/aaaa`. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** A calendar day in words: "seg., 30 de nov.". No time zone is involved. */
export function dayInWords(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [, month, date] = day.split('-').map(Number);
  return `${shortText(weekdayText(weekday))}, ${date} de ${shortText(monthText(month ?? 0))}`;
}
