// Words of "Redistribuir" (rule A14).

export const REASSIGN = {
  title: 'Redistribuir documento',
  explanation: 'Para um documento parado, como quando quem cuida dele saiu. O motivo fica no histórico.',
  reason: 'Motivo',
  reasonHint: 'Por exemplo: de férias até 15 de janeiro.',
  act: 'Redistribuir',
  done: 'Documento redistribuído',
  responsible: 'responsável',
} as const;

export const REASON_MAX = 1000;
