/** Words for a screen, or a part of one, whose code could not be loaded. */
export const MISSING_PART = {
  bar: { online: 'Uma parte não carregou.', offline: 'Esta parte ainda não está neste aparelho.' },
  screen: {
    online: 'Esta tela não carregou.',
    offline: 'Esta tela ainda não está neste aparelho.',
  },
  gesture: {
    online: 'Uma parte não carregou, e nada foi feito. Tente de novo.',
    offline: 'O que esta ação usa ainda não está neste aparelho. Conecte-se à internet e tente de novo.',
  },
  next: {
    online: 'A conexão pode ter caído, ou há uma versão nova do Malote. Se tentar de novo não bastar, recarregue.',
    offline: 'Conecte-se à internet para abri-la pela primeira vez. Depois ela abre também sem conexão.',
  },
  kept: 'O que você escreveu e o que está na fila continuam guardados neste aparelho.',
  retry: 'Tentar de novo',
  reload: 'Recarregar',
  unsaved: 'O que você escreveu não pôde ser guardado. Tente de novo.',
} as const;
