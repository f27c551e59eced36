import { plural } from './grammar.ts';

/** Words of the read-only alerts (rule J1). */
export const ALERTS = {
  title: 'Alertas',
  search: 'Buscar alerta pelo título',
  placeholder: 'Título do alerta',
  none: 'Não há alertas, por enquanto.',
  noMatch: 'Nenhum alerta com esse título.',
  until: 'Até',
  endedOn: 'Encerrado em',
  loading: 'Carregando alertas',
} as const;

/** `2 encerrados`: alerts whose date has passed. */
export function endedAlertsText(count: number): string {
  return plural(count, { zero: 'Nenhum encerrado', one: '1 encerrado', other: (n) => `${n} encerrados` });
}
