// The buttons that a role finds on screens: what the tests of the roles share.

import type { DocumentRow } from '#contract/documents.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { ROLES } from '#domain/permissions.ts';
import { expect } from 'vitest';
import { buildDocumentRow } from '../../builders/build-document.ts';
import { PEOPLE } from '../../builders/build-people.ts';
import { allOf, nameOf } from './accessible.ts';
import { names, pageText, press, seesText, until } from './hand.ts';
import { openScreen } from './open-screen.tsx';
import { openTown } from './town.ts';

export const TITLE = 'Interdição da rua';
export const EXCEPTION = 'Contrato emergencial';
/** Made by Ana, who is logged in; Bia is its responsible. */
export const DOCUMENT: DocumentRow = buildDocumentRow({ title: TITLE, responsibles: [PEOPLE.bia] });

/**
 * What only looks for, sorts or narrows, goes back, ticks or formats: every role that opens the
 * screen has it.
 */
const NO_ACT = [
  /^(Voltar|Buscar|Limpar busca|Criados entre|Filtros|Vencimento|Mais opções|Perfil \([A-Z]{2}\)|Avisos|Ver todos|Limpar seleção)$/,
  /^(Prazos na agenda|Ajuda: .*)$/,
  /^(Selecionar|Ordenar|Ver mais|Mais opções de|Dispensar)\b/,
  /(Status|Setor|Papel|Tipo de arquivo)$/,
  /: (anteriores|próximos)$/,
  // A chip of deadlines with its count.
  /^(Atrasados|Hoje|Esta semana|10 dias) \d+$/,
  /^(Título 2|Nível do título: Texto|Editor simples|Fonte: Inter|Negrito|Itálico|Sublinhado|Tachado|Lista .*|Link|Desfazer|Refazer)$/,
  // A tile of the home with its count, and a status, which is pressed to read what it means.
  /^(?:\d+ )?(Enviados|Pendente|Tramitando|Prorrogado|Em atraso|Finalizado|Ativo)$/,
  // The title of a document, which is the way to it.
  new RegExp(`^(${TITLE}|${EXCEPTION})$`),
];
const CONTROLS = ['button', 'link', 'switch', 'tab'];

/** The names of the controls in the main region that do something, in the order of the page. */
export function acts(): string[] {
  const main = document.querySelector('main');
  if (main === null) return [];
  return allOf(CONTROLS, main)
    .map(nameOf)
    .filter((name) => !NO_ACT.some((pattern) => pattern.test(name)));
}

/**
 * A screen without its permission names what is missing and whom to ask; there is nothing to press
 * but this.
 */
export const CLOSED = ['Copiar pedido', 'Ir para o início', 'Conferir de novo'];

/** A role visits a dozen screens in one test. */
export const VISITS_MS = 120_000;

/** The seven roles of the demonstration, in its order. */
export const ROLE_NAMES = Object.keys(ROLES);

/** A screen, by its address: its heading, and what stands on it once it is there. */
export type Screens<Path extends string> = Readonly<Record<Path, readonly [heading: string | RegExp, text: string]>>;
export type Buttons<Path extends string> = Readonly<Record<Path, readonly string[]>>;

/**
 * Visits the screens one after the other in a town where Ana has this role, and compares the
 * buttons of each. A row of a list that is named by `text` and has a tick box is ticked, so that
 * the bar for many is seen.
 */
export async function expectButtons<Path extends string>(
  role: string,
  at: {
    screens: Screens<Path>;
    found: Buttons<Path>;
    documents?: readonly DocumentRow[];
    fill?: (mirror: Mirror) => Promise<unknown>;
  },
): Promise<void> {
  const mirror = await openTown(role, at.documents ?? [DOCUMENT]);
  await at.fill?.(mirror);
  const paths = Object.keys(at.screens) as Path[];
  const screen = await openScreen({ mirror, path: '/admin/alerts' });
  for (const path of paths) {
    const [heading, text] = at.screens[path];
    const expected = at.found[path];
    await screen.goTo(path);
    await until(() => {
      const [title] = names('heading');
      if (typeof heading === 'string') expect(title, `${path}`).toBe(heading);
      else expect(title, `${path}`).toMatch(heading);
      if (expected !== CLOSED) expect(pageText()).toContain(text);
    });
    const tick = `Selecionar ${text}`;
    if (names('checkbox').includes(tick)) {
      await press('checkbox', tick);
      await seesText('1 item foi selecionado');
    }
    await until(() => expect(acts(), `${role} on ${path}`).toEqual(expected));
  }
  screen.close();
}
