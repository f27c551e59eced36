/** Words of what is carried elsewhere: a document's address, and deadlines in a calendar (S67). */
export const CALENDAR = {
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  save: 'Pôr o prazo na agenda',
  unregistered: 'Só depois de registrado',
  finished: 'Finalizado: não há prazo',

  open: 'Prazos na agenda',
  title: 'Prazos na minha agenda',
  about:
    'Um endereço leva os prazos dos documentos que estão com você para a agenda do celular ou do computador: número, título e data, nada mais. Quem tiver o endereço lê esses prazos, por isso não o passe adiante.',
  create: 'Criar endereço',
  createAgain: 'Criar outro endereço',
  revoke: 'Encerrar o endereço',
  revokeAsks:
    'Encerrar o endereço? Todas as agendas que o seguem deixam de receber os seus prazos, e este endereço não volta a valer.',
  keep: 'Manter o endereço',
  needsNetwork: 'precisa de internet',
  loading: 'Perguntando ao servidor',
  none: 'Nenhum endereço criado.',
  shownOnce: 'Copie agora: por segurança, o endereço só aparece quando é criado.',
  again: 'Criar outro encerra o que existe.',
  address: 'Endereço da agenda',
  copy: 'Copiar endereço',
  copied: 'Endereço copiado',
  subscribe: 'Abrir na agenda',
  revoked: 'Endereço encerrado. A agenda deixa de receber prazos.',
  failed: 'Não foi possível falar com o servidor. Tente de novo.',
  login: 'Sua sessão terminou. Entre de novo para continuar.',
  close: 'Fechar',
} as const;

/** `Há um endereço criado em 20/11 às 14:32.` */
export function madeText(moment: string): string {
  return `Há um endereço criado ${moment}.`;
}
