// Apart from the questions, because every start reads which addresses there are.

export const QUESTION_IDS = [
  'lapis',
  'resposta',
  'chegou',
  'situacoes',
  'prorrogar',
  'excecao',
  'camera',
  'sem-internet',
  'qual-usar',
  'mudou',
  'sair',
] as const;
export type QuestionId = (typeof QUESTION_IDS)[number];
