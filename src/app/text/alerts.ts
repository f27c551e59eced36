/** Words of the read-only alerts (rule J1). */
export const ALERTS = {
  title: 'Alertas',
  search: 'Buscar alerta pelo título',
  placeholder: 'Título do alerta',
  none: 'Não há alertas, por enquanto.',
  noMatch: 'Nenhum alerta com esse título.',
  until: 'Até',
  loading: 'Carregando alertas',
} as const;
