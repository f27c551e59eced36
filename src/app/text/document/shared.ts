// Words about files that another application shares with this one.

export const SHARED_TEXT = {
  lost: 'Os arquivos compartilhados não foram guardados.',
  noRoom: 'Responda ao que já foi compartilhado, ou libere espaço neste aparelho, e compartilhe-os de novo.',
  enterFirst: 'Entre e compartilhe-os de novo.',
  ask: 'Criar um documento com o que foi compartilhado?',
  from: 'Outro aplicativo enviou isto ao Malote, neste aparelho. Se não foi você que compartilhou, descarte.',
  title: 'Título',
  noFiles: 'Nenhum arquivo aceito.',
  take: 'Usar em um documento novo',
  drop: 'Descartar',
} as const;
