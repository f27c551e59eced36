// Names of the "?" beside what Ajuda explains, apart from the answers, which only Ajuda loads.

import type { QuestionId } from './question-ids.ts';

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
