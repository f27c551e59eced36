/** Words of the invitation to install (src/app/experience.md, experience P7, P8). */
export const INSTALL = {
  label: 'Instalar o aplicativo',
  invitation: 'Instale o app para abrir sem internet e receber avisos.',
  notNow: 'Agora não',
  install: 'instalar',
  stepsTitle: 'Instalar no iPhone ou iPad',
  steps: [
    'Toque em Compartilhar, o quadrado com uma seta. No iOS 26 ou mais novo ele pode estar em “···”.',
    'Escolha Adicionar à Tela de Início.',
    'Deixe “Abrir como App da Web” ligado e toque em Adicionar.',
  ],
  after: 'Depois, abra pelo ícone e entre de novo: o app instalado guarda dados separados do navegador.',
  sendFirst: 'Envie as pendências antes de instalar: elas estão só neste navegador.',
  seeOutbox: 'Ver pendências',
  close: 'Fechar',
} as const;
