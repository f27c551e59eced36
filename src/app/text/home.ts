import { plural } from './grammar.ts';

/** Words of the home (rules G). */
export const HOME = {
  updates: 'Suas atualizações',
  received: 'Últimos que recebeu',
  seeAll: 'Ver todos',
  seeMore: 'Ver mais',
  nothingReceived: 'Sem documentos recentes.',
  documentModels: 'Modelos de documento',
  flowModels: 'Fluxo de documentos',
  noModels: 'Sem modelos por aqui.',
  noFlows: 'Sem fluxos por aqui.',
  search: 'Buscar documento, setor ou pessoa',
  searchPlaceholder: 'Documento, setor ou pessoa',
  create: 'Criar documento',
  createShort: 'Criar',
  download: 'baixar',
  dismiss: 'Dispensar o aviso até amanhã',
} as const;

/** `Boa tarde, Rosângela`. `hour` is 0–23 in the tenant's zone. */
export function greeting(hour: number, name: string): string {
  const words = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
  return `${words}, ${name}`;
}

/**
 * The number of the deadline banner, in two parts so that phones can put one below the other: `Faltam` / `8 dias` (rule
 * G1).
 */
export function remaining(days: number): { readonly lead: string; readonly rest: string } {
  if (days === 0) return { lead: 'Vence', rest: 'hoje' };
  return days === 1 ? { lead: 'Falta', rest: '1 dia' } : { lead: 'Faltam', rest: `${days} dias` };
}

/** What a screen reader hears after a tile's number: `e mais 1 ainda não enviado`. */
export function pencilSpoken(delta: number): string {
  const count = Math.abs(delta);
  const sent = plural(count, { zero: '', one: 'ainda não enviado', other: () => 'ainda não enviados' });
  return `e ${delta > 0 ? 'mais' : 'menos'} ${count} ${sent}`;
}
