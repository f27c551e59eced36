// The links "?" that open a question of Ajuda: their accessible names, and the ids of the
// questions.

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

export const HELP_ABOUT = {
  lapis: 'Ajuda: o que é a lápis e o que é a tinta?',
  resposta: 'Ajuda: onde está a minha resposta?',
  situacoes: 'Ajuda: o que quer dizer cada situação?',
  prorrogar: 'Ajuda: como peço mais prazo?',
  excecao: 'Ajuda: o que é exceção?',
  mudou: 'Ajuda: o documento mudou. E agora?',
} as const satisfies Partial<Record<QuestionId, string>>;

export type HelpAbout = keyof typeof HELP_ABOUT;

/** The address of an answer: `/admin/help?pergunta=excecao`. */
export function helpHref(about: HelpAbout): string {
  return `/admin/help?pergunta=${about}`;
}
