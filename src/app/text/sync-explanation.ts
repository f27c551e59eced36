import type { SyncKind } from './sync-state.ts';

/** The sentence under the numbers of the popover. */
export const SYNC_EXPLANATION: Record<SyncKind, string> = {
  synced: 'Tudo o que você fez já chegou ao servidor.',
  queued: 'O que você fez está guardado neste aparelho e vai ser enviado.',
  syncing: 'Pode continuar trabalhando enquanto o envio acontece.',
  offline: 'Você pode continuar. O que fizer fica a lápis neste aparelho e é enviado quando houver conexão.',
  unstable: 'A conexão cai e volta. O que você fizer fica guardado neste aparelho até ser enviado.',
  portal: 'A rede Wi-Fi pede para entrar antes de dar internet. Abra o navegador e entre nela.',
  'needs-login': 'Sua sessão terminou. O que você fez continua guardado neste aparelho.',
  'needs-author': 'Um envio não foi aceito como está. Veja em Pendências o que decidir.',
  'storage-full':
    'Não há mais espaço neste aparelho para o que chega do servidor. Libere espaço: o Malote tenta de novo sozinho.',
  'storage-low': 'Libere espaço no aparelho para continuar guardando documentos e anexos.',
};
