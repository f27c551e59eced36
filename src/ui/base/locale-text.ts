// The only place that writes dates and numbers in the form of the locale. The text is for people: the order of its parts,
// its separators and its spaces differ between engines and their versions, so no code reads values out of it again. Code
// that needs a day or an hour asks `#domain/dates.ts`.

const formatters = new Map<string, Intl.DateTimeFormat>();

/** An instant (epoch milliseconds) in Brazilian Portuguese. */
export function timeText(atMs: number, options: Intl.DateTimeFormatOptions): string {
  const name = JSON.stringify(options);
  let formatter = formatters.get(name);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('pt-BR', options);
    formatters.set(name, formatter);
  }
  return formatter.format(atMs);
}

/** A number in Brazilian Portuguese: "1,8". */
export function numberText(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat('pt-BR', options).format(value);
}

/** The zone the device is set to, an IANA name. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The name of a zone: `horário de Brasília`, `horário do Amazonas`, `GMT+00:00`. */
export function zoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  return name.replace(/^Horário(?: Padrão)?/u, 'horário');
}
