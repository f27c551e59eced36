// What the message after a gesture on rows says.

import type { RowCollection } from '#contract/row-writes.ts';
import { plural } from './grammar.ts';

export type RowNews = (count: number) => string;

const NOUNS: Record<RowCollection, readonly [one: string, many: string]> = {
  organizations: ['Setor', 'setores'],
  alerts: ['Alerta', 'alertas'],
  document_subjects: ['Assunto', 'assuntos'],
  models: ['Modelo', 'modelos'],
  users: ['Usuário', 'usuários'],
};

const VERBS = { on: 'ativado', off: 'desativado', removed: 'deletado' } as const;

/** `Setor desativado`, `3 setores deletados`. */
export function rowNews(collection: RowCollection, act: keyof typeof VERBS): RowNews {
  const [one, many] = NOUNS[collection];
  return (count) =>
    plural(count, {
      zero: '',
      one: `${one} ${VERBS[act]}`,
      other: (n) => `${n} ${many} ${VERBS[act]}s`,
    });
}
