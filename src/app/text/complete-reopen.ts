// Words of completing and reopening (rules A3, A7).

export const COMPLETE = {
  title: 'Concluir processo',
  question: 'Quer mesmo concluir esse processo?',
  warning: 'Depois disso, novas interações só serão possíveis se o documento for reaberto.',
  confirm: 'Concluir',
  done: 'Documento finalizado',
  overdue: 'Em atraso: reabra com nova data limite para concluir',
} as const;

export const REOPEN = {
  title: 'Reabrir documento',
  question: 'Quer mesmo reabrir esse processo?',
  confirm: 'Reabrir',
  done: 'Documento reaberto',
  date: 'Data limite',
  newDate: 'Nova data limite',
  lacks: 'Falta: nova data limite',
  passed: 'A data limite passou. Escolha uma nova, a partir de hoje.',
  keep: 'Pode ficar como está ou ser adiada.',
  thenComplete: 'Concluir em seguida',
  both: 'Reabrir e concluir',
} as const;
