import { timeText } from '../base/locale-text.ts';

/** A calendar day `yyyy-mm-dd` as `dd/mm/aaaa`. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** A calendar day in words: "seg., 30 de nov.". No time zone is involved: the day is read and written as UTC. */
export function dayInWords(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return timeText(Date.UTC(year, month - 1, date), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
