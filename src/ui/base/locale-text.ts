// The only place that writes the words of dates and numbers in Brazilian Portuguese. The text is
// for people, and no code reads values out of it again. Code that needs a day or an hour asks
// `#domain/dates.ts`. Names of days and months are the application's own words: the same in every
// engine, and a start makes no formatter for them (S147).

const WEEKDAYS = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'];
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** `segunda-feira`. `weekday`: 0 on Sundays to 6 on Saturdays. */
export const weekdayText = (weekday: number): string => WEEKDAYS[weekday] ?? '';

/** `novembro`. `month`: 1–12. */
export const monthText = (month: number): string => MONTHS[month - 1] ?? '';

/** `seg.`, `nov.`: the name of a weekday or of a month, cut short. */
export const shortText = (name: string): string => `${name.slice(0, 3)}.`;

/** A number in Brazilian Portuguese: "1,8". */
export function numberText(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat('pt-BR', options).format(value);
}

/** The zone the device is set to, an IANA name. */
export function deviceZone(): string {
  const { Temporal: temporal } = globalThis as { Temporal?: Partial<typeof Temporal> };
  return temporal?.Now?.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The name of a zone: `horário de Brasília`, `horário do Amazonas`, `GMT+00:00`. */
export function zoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  return name.replace(/^Horário(?: Padrão)?/u, 'horário');
}
