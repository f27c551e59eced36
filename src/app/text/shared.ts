// Words about files that another application shares with this one.

export const SHARED_TEXT = {
  lost: 'Os arquivos compartilhados não foram guardados.',
  noRoom: 'Libere espaço neste aparelho e compartilhe-os de novo.',
  enterFirst: 'Entre e compartilhe-os de novo.',
} as const;
