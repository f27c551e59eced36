import { type ReactNode, useLayoutEffect, useState } from 'react';
import { RadioGroup } from '../fields/radio-group.tsx';
import { SectionLabel } from '../frame/section-label.tsx';
import { ActionsSection } from './actions-section.tsx';
import { ChoicesSection } from './choices-section.tsx';
import { DocumentSection } from './document-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { FrameSection } from './frame-section.tsx';
import styles from './kit-page.module.css';
import { ListsSection } from './lists-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { TextSection } from './text-section.tsx';

const SECTIONS = [
  { title: 'Lápis e tinta', Section: DocumentSection },
  { title: 'Ações', Section: ActionsSection },
  { title: 'Campos de escrever', Section: TextSection },
  { title: 'Campos de escolher', Section: ChoicesSection },
  { title: 'Listas e datas', Section: ListsSection },
  { title: 'Como as coisas estão', Section: FeedbackSection },
  { title: 'Janelas e menus', Section: OverlaysSection },
  { title: 'Moldura', Section: FrameSection },
];

const THEMES = [
  { value: 'light', text: 'Claro' },
  { value: 'dark', text: 'Escuro' },
  { value: 'both', text: 'Lado a lado' },
];

/**
 * Every component of the kit in every state, in the theme that `?theme=` names: light, dark or both
 * side by side.
 */
export function KitPage() {
  const [theme, setTheme] = useTheme();
  return (
    <main id="conteudo" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>Lápis e Tinta: peças</h1>
        <RadioGroup
          label="Tema"
          isLabelHidden
          appearance="plain"
          orientation="horizontal"
          value={theme}
          onChange={setTheme}
          options={THEMES}
        />
      </header>
      {theme === 'both' ? (
        <div className={styles.both}>
          <Ground theme="light">
            <Sections />
          </Ground>
          <Ground theme="dark">
            <Sections />
          </Ground>
        </div>
      ) : (
        <Sections />
      )}
    </main>
  );
}

function Sections() {
  return SECTIONS.map(({ title, Section }) => (
    <section key={title} className={styles.section}>
      <SectionLabel>{title}</SectionLabel>
      <div className={styles.grid}>
        <Section />
      </div>
    </section>
  ));
}

function Ground({ theme, children }: { theme: 'light' | 'dark'; children: ReactNode }) {
  return (
    <div data-theme={theme} className={styles.ground}>
      {children}
    </div>
  );
}

/** The theme is in the address, so that a picture of either theme can be taken. */
function useTheme(): [string, (theme: string) => void] {
  const [theme, setTheme] = useState(() => {
    const asked = new URLSearchParams(location.search).get('theme');
    return THEMES.some(({ value }) => value === asked) ? String(asked) : 'light';
  });
  useLayoutEffect(() => {
    history.replaceState(null, '', `?theme=${theme}`);
    const { dataset } = document.documentElement;
    if (theme === 'both') delete dataset['theme'];
    else dataset['theme'] = theme;
  }, [theme]);
  return [theme, setTheme];
}
