// Words of Perfil, Avisos: what a person is told of, and by which ways.

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

/** What can't be switched off, with the ways that it goes. */
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

/** `Resposta: E-mail`, the name of a box in the table. */
export function wayOfEventText(event: string, way: NoticeWay): string {
  return `${event}: ${WAY_TEXT[way]}`;
}
