// Words for a database that was emptied under an open page (S172).

export const EMPTIED = {
  title: 'Os dados do Malote neste aparelho foram apagados',
  body: 'O navegador, ou alguém, apagou os dados deste site com a página aberta. O que está no servidor volta quando você entrar.',
  lost: 'Isto aguardava aqui e pode ter se perdido. Ao entrar, Pendências diz o que não chegou ao servidor:',
  nothing: 'Nada aguardava envio aqui.',
  unknown: 'Se algo aguardava envio aqui, Pendências diz ao entrar o que não chegou ao servidor.',
  enter: 'Entrar de novo',
} as const;
