// Words of Perfil, Avisos, where a person chooses the events to be told of and the ways of being
// told.

import type { ChosenEvent, NoticeWay } from '#domain/notices.ts';

export const NOTICE_CHOICES = {
  caption: 'Avisos por acontecimento e por caminho',
  event: 'O que acontece',
  meaning:
    'Sobre documentos que você escreveu, que estão com você ou em que você respondeu. O que você faz não gera aviso.',
  ways: 'Aparelho: cada aparelho em que você ligou os avisos. Resumo: um e-mail por dia, às 8h, só quando há algo. Sem marca nenhuma, fica só na lista do sino.',
  always: 'Sempre',
  saved: 'Avisos salvos',
} as const;

export const WAY_TEXT: Readonly<Record<NoticeWay, string>> = {
  device: 'Aparelho',
  email: 'E-mail',
  digest: 'Resumo',
};

type EventWords = { readonly text: string; readonly note: string };

/** The notices that can't be switched off, with the ways by which they go. */
export const ALWAYS: Readonly<Record<'arrival' | 'refused', EventWords & { readonly ways: readonly NoticeWay[] }>> = {
  arrival: { text: 'Chegada', note: 'Um documento passa a estar com você', ways: ['device', 'email'] },
  refused: { text: 'Envio não aceito', note: 'Um envio seu foi recusado', ways: ['device'] },
};

export const EVENT_TEXT: Readonly<Record<ChosenEvent, EventWords>> = {
  reply: { text: 'Resposta', note: 'Alguém responde' },
  completion: { text: 'Conclusão', note: 'Alguém conclui' },
  reopening: { text: 'Reabertura', note: 'Alguém reabre' },
  transfer: { text: 'Transferência', note: 'O documento vai para outra pessoa' },
  extension: { text: 'Prorrogação', note: 'A data limite muda' },
  mention: { text: 'Menção', note: 'Alguém menciona você' },
  deadline: { text: 'Prazo', note: 'Está perto ou já passou' },
};

/** The accessible name of a box in the table of events and ways: `Resposta: E-mail`. */
export function wayOfEventText(event: string, way: NoticeWay): string {
  return `${event}: ${WAY_TEXT[way]}`;
}
