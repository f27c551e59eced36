/** Words of the shortcuts (src/app/experience.md, experience W6). */
export const SHORTCUTS = {
  title: 'Atalhos de teclado',
  switch: 'Atalhos de teclado',
  switchMeaning: 'Desligue se uma tecla sozinha atrapalha. Ctrl K continua valendo.',
  open: 'Ver os atalhos',
} as const;

/** What each key does. Keys of one entry are pressed one after the other; `Ctrl K` together. */
export const SHORTCUT_LIST: readonly { readonly keys: readonly string[]; readonly words: string }[] = [
  { keys: ['/'], words: 'Buscar' },
  { keys: ['Ctrl K'], words: 'Ir para documento, pessoa, setor ou ação' },
  { keys: ['g', 'i'], words: 'Ir para o início' },
  { keys: ['g', 'd'], words: 'Ir para os documentos' },
  { keys: ['n'], words: 'Criar documento' },
  { keys: ['j'], words: 'Próxima linha da lista' },
  { keys: ['k'], words: 'Linha anterior' },
  { keys: ['Enter'], words: 'Abrir a linha' },
  { keys: ['x'], words: 'Marcar ou desmarcar a linha' },
  { keys: ['r'], words: 'Responder o documento aberto' },
  { keys: ['↓'], words: 'Do campo de busca, ir para os resultados' },
  { keys: ['?'], words: 'Mostrar esta lista' },
];
