// Words about the devices on which a person is logged in (S156).

import { formatStamp, type Here } from './format.ts';

export const SESSIONS = {
  title: 'Aparelhos conectados',
  unknown: 'Aparelho sem nome',
  now: 'Agora',
  here: 'este aparelho',
  leaveOne: 'Sair deste',
  leaveAll: 'Sair de todos os outros',
  note: 'Sair de um aparelho fecha o que está na fila dele até você entrar lá de novo.',
  failed: 'Não foi possível sair agora. Tente de novo.',
  password: 'Senha atual',
  passwordHint: 'Só você pode encerrar o uso da sua conta em outro aparelho.',
  leave: 'Confirmar saída',
  cancel: 'Cancelar',
} as const;

/** Above the field for the password: what "Confirmar saída" ends. */
export function leavingText(device: string | null): string {
  return device === null ? 'Sair de todos os outros aparelhos' : `Sair de: ${device}`;
}

/** `Último uso: hoje às 09:10`. */
export function usedText(at: string, here: Here): string {
  return `Último uso: ${formatStamp(at, here)}`;
}
