import { TOO_MANY_WORDS } from '#contract/too-many-words.ts';
import { fold, foldWithin, hasTooManyWords, isTooShort, matchesTokens, searchTokens } from '#domain/search.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { recentDocuments } from '#mirror/questions/recent-documents.ts';
import { searchDocuments } from '#mirror/questions/search-texts.ts';
import { savedSearches } from '#mirror/keep/saved-searches.ts';
import type { SavedSearch } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { Palette, type PaletteGroup } from '#ui/overlays/palette.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import type { Permission } from '#domain/permissions.ts';
import { STATUSES } from '#domain/status.ts';
import { keepChoice } from '../../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../../device/use-device-facts.ts';
import { type Person, useProfile } from '../../../profile/profile.tsx';
import { hrefOfDocument } from '../../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../../shared/document/document-stamps.tsx';
import { Marked } from '../../../shared/document/marked.tsx';
import { Ticket } from '../../../shared/document/ticket.tsx';
import { personHref, sectorHref } from '../../../shared/screen/result-links.ts';
import { type ScreenAct, screenActs } from '../../../shared/screen/screen-acts.ts';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { fullName } from '../../../text/words/format.ts';
import { ACT_KEYS, PALETTE, SHORTCUTS, shownOf, statusAction } from '../../../text/frame/shortcuts.ts';
import { mayOpen, type ScreenPath, SCREENS } from '../../../profile/screens.ts';
import styles from './palette-window.module.css';

type PaletteAction = { readonly text: string; readonly href: string };

/**
 * The actions of the palette: lists of deadlines and statuses, and every screen that the person may
 * open.
 */
function actionsFor(text: string, may: (permission: Permission) => boolean): PaletteAction[] {
  const list = '/admin/manage-documents';
  const documents = mayOpen(list, may)
    ? [
        { text: PALETTE.thisWeek, href: `${list}?due=week&order_by_limit_date=asc` },
        { text: PALETTE.overdue, href: `${list}?overdue=true&order_by_limit_date=asc` },
        ...STATUSES.map((status) => ({ text: statusAction(status), href: `${list}?status=${status}` })),
      ]
    : [];
  const paths = Object.keys(SCREENS) as ScreenPath[];
  const screens = paths
    .filter((path) => !path.includes('$') && mayOpen(path, may))
    .map((path) => ({ text: SCREENS[path].title, href: path }));
  const tokens = fold(text).split(' ');
  return [...documents, ...screens].filter((one) => matchesTokens(foldWithin(one.text), tokens));
}

const DOCUMENTS_SHOWN = 5;
const OTHERS_SHOWN = 3;
const ACTIONS_SHOWN = 6;

/**
 * Ctrl K: jumps to a document, a person, a sector or an action, from what this device has
 * (src/app/experience.md, experience W7).
 */
export function PaletteWindow() {
  const { mirror, person, session, today, may } = useProfile();
  const navigate = useNavigate();
  const panel = usePanel('paleta');
  const [text, setText] = useState('');
  const found = useLiveQuery(
    async () => ({ text, ...(await ask(mirror, { text, person, today })) }),
    [mirror, text, person, today],
  );
  // The open palette is an entry of the browser's history. The chosen screen replaces it, so that
  // going back skips the palette.
  const go = (href: string) => {
    setText('');
    void navigate({ href, replace: true });
  };
  const acting = useActing(panel.isOpen);
  const here = useWatched(screenActs);
  const reader = { may, superAdmin: person.superAdmin, organizationId: session.organization_id };
  const actions = actionsFor(text, may);
  const all = found ?? NOTHING;

  const documents = {
    id: 'documentos',
    title: PALETTE.documents,
    note: shownOf(all.documents.length, all.documentsTotal),
    items: all.documents.map((document) => ({
      id: `d-${document.key}`,
      content: <DocumentLine document={document} query={text} acronym={person.acronym} />,
      onAction: () => go(hrefOfDocument(document)),
    })),
  };
  const people = {
    id: 'pessoas',
    title: PALETTE.people,
    note: shownOf(Math.min(OTHERS_SHOWN, all.people.length), all.people.length),
    items: all.people.slice(0, OTHERS_SHOWN).map((one) => ({
      id: `p-${one.id}`,
      content: <NameLine name={fullName(one)} detail={one.organization?.acronym ?? 'sem setor'} query={text} />,
      onAction: () => go(personHref(one, reader) ?? `/admin/manage-documents?responsible_id=${one.id}`),
    })),
  };
  const sectors = {
    id: 'setores',
    title: PALETTE.sectors,
    note: shownOf(Math.min(OTHERS_SHOWN, all.sectors.length), all.sectors.length),
    items: all.sectors.slice(0, OTHERS_SHOWN).map((one) => ({
      id: `s-${one.id}`,
      content: <NameLine name={one.name} detail={one.acronym} query={text} />,
      onAction: () => go(sectorHref(one, reader) ?? `/admin/manage-documents?organization_id=${one.id}`),
    })),
  };
  const acts = {
    id: 'acoes',
    title: PALETTE.actions,
    note: shownOf(Math.min(ACTIONS_SHOWN, actions.length), actions.length),
    items: actions.slice(0, ACTIONS_SHOWN).map((one) => ({
      id: `a-${one.href}`,
      content: <NameLine name={one.text} detail="" query={text} />,
      onAction: () => go(one.href),
    })),
  };
  const saved = {
    id: 'buscas',
    title: PALETTE.saved,
    note: shownOf(Math.min(OTHERS_SHOWN, all.saved.length), all.saved.length),
    items: all.saved.slice(0, OTHERS_SHOWN).map((one) => ({
      id: `b-${one.id}`,
      content: <NameLine name={one.name} detail="" query={text} />,
      onAction: () => go(one.address),
    })),
  };
  const tokens = fold(text).split(' ');
  const own = {
    id: 'atos',
    title: PALETTE.here,
    note: here?.about,
    items: (here?.acts ?? [])
      .filter((act) => matchesTokens(fold(act.text), tokens))
      .map((act) => ({
        id: `x-${act.id}`,
        content: <ActLine act={act} query={text} />,
        reason: act.reason,
        onAction() {
          setText('');
          panel.close();
          acting.begin(act);
        },
      })),
  };
  const groups: PaletteGroup[] = [own, documents, saved, people, sectors, acts].filter(
    (group) => group.items.length > 0,
  );

  return (
    <Palette
      isOpen={panel.isOpen}
      onClose={() => {
        setText('');
        panel.close();
      }}
      label={PALETTE.label}
      placeholder={PALETTE.placeholder}
      text={text}
      onText={setText}
      groups={groups}
      isSeeking={found?.text !== text}
      empty={hasTooManyWords(text) ? TOO_MANY_WORDS : PALETTE.empty}
      foot={<Foot />}
    />
  );
}

/** Runs the chosen act after the palette has closed and returned the focus. */
function useActing(isOpen: boolean): { begin: (act: ScreenAct) => void } {
  const chosen = useRef<ScreenAct | null>(null);
  useEffect(() => {
    const act = chosen.current;
    if (isOpen || act === null) return;
    chosen.current = null;
    requestAnimationFrame(() => requestAnimationFrame(() => act.onAction?.()));
  }, [isOpen]);
  return {
    begin(act) {
      chosen.current = act;
    },
  };
}

/** An act on the open document: its key, or why it can't be done now. */
function ActLine({ act, query }: { act: ScreenAct; query: string }) {
  const key = ACT_KEYS.find(({ id }) => id === act.id)?.key;
  return (
    <span className={styles.act}>
      <NameLine name={act.text} detail={act.reason ?? ''} query={query} />
      {key === undefined || act.reason !== undefined ? null : <kbd className={styles.actKey}>{key}</kbd>}
    </span>
  );
}

/**
 * The foot of the palette: a link to the shortcuts, and the switch for those of one character (WCAG
 * 2.1.4).
 */
function Foot() {
  const facts = useDeviceFacts();
  const navigate = useNavigate();
  // Replaces the palette's entry of the history, so that going back skips the palette.
  const showKeys = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, painel: 'atalhos' as const }),
      state: true,
      replace: true,
    });
  return (
    <>
      <span>{PALETTE.keys}</span>
      <Button variant="quiet" onPress={showKeys}>
        {SHORTCUTS.open}
      </Button>
      {facts === null ? null : (
        <Checkbox isSelected={facts.slashKey} onChange={(slashKey) => keepChoice(changeDeviceFacts({ slashKey }))}>
          {SHORTCUTS.switch}
        </Checkbox>
      )}
    </>
  );
}

type PaletteQuestion = { readonly text: string; readonly person: Person; readonly today: string };

/**
 * What the text finds on this device. Without a text: the newest documents and the saved searches.
 */
async function ask(mirror: Mirror, { text, person, today }: PaletteQuestion) {
  if (text.trim() === '') {
    const documents = await recentDocuments(mirror, { person, today, limit: DOCUMENTS_SHOWN });
    return { ...NOTHING, documents, documentsTotal: documents.length, saved: await savedSearches(mirror) };
  }
  if (isTooShort(text)) return NOTHING;
  const tokens = searchTokens(text);
  const matches = (words: string) => tokens.length > 0 && matchesTokens(foldWithin(words), tokens);
  const [result, people, sectors, saved] = await Promise.all([
    searchDocuments(mirror, { text, person, today, limit: DOCUMENTS_SHOWN }),
    activePeople(mirror),
    activeOrganizations(mirror),
    savedSearches(mirror),
  ]);
  return {
    documents: result.found.map((one) => one.document),
    documentsTotal: result.total,
    people: people.filter((one) => matches(`${fullName(one)} ${one.organization?.acronym ?? ''}`)),
    sectors: sectors.filter((one) => matches(`${one.name} ${one.acronym}`)),
    saved: saved.filter((one) => matches(one.name)),
  };
}

const NOTHING: {
  documents: ListedDocument[];
  documentsTotal: number;
  people: Awaited<ReturnType<typeof activePeople>>;
  sectors: Awaited<ReturnType<typeof activeOrganizations>>;
  saved: readonly SavedSearch[];
} = { documents: [], documentsTotal: 0, people: [], sectors: [], saved: [] };

function DocumentLine(props: { document: ListedDocument; query: string; acronym: string }) {
  const { document, query, acronym } = props;
  const route = [document.origin?.acronym, document.organizations[0]?.acronym].filter(Boolean).join(' → ');
  return (
    <span className={styles.document}>
      <span className={styles.ticket}>
        <Ticket acronym={acronym} number={document.number} localCode={document.localCode} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <Marked text={document.title} query={query} />
        </span>
        <span className={styles.meta}>
          <Marked text={[route, document.physical_document_number].filter(Boolean).join(' · ')} query={query} />
        </span>
      </span>
      <DocumentStamps document={document} hasHint={false} />
    </span>
  );
}

function NameLine({ name, detail, query }: { name: string; detail: string; query: string }) {
  return (
    <span>
      <b className={styles.name}>
        <Marked text={name} query={query} />
      </b>
      {detail === '' ? null : (
        <span className={styles.meta}>
          {' '}
          <Marked text={detail} query={query} />
        </span>
      )}
    </span>
  );
}
