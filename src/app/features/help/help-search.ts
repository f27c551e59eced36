import { QUESTION_IDS, type QuestionId } from '../../text/frame/help-about.ts';

/** The tabs of the help; without one the questions are shown. */
export type HelpTab = 'perguntas' | 'modelos' | 'fluxos';

/** What the address of the help says: the tab, and the question that is open. */
export type HelpSearch = { aba?: Exclude<HelpTab, 'perguntas'>; pergunta?: QuestionId };

export function helpSearch(raw: Record<string, unknown>): HelpSearch {
  const { aba } = raw;
  const question = QUESTION_IDS.find((id) => id === raw['pergunta']);
  return {
    ...(aba === 'modelos' || aba === 'fluxos' ? { aba } : {}),
    ...(question === undefined ? {} : { pergunta: question }),
  };
}
