import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { useShownFirst } from '../base/after-paint.ts';
import styles from './tabs.module.css';

/**
 * One tab. `panel` is called only while selected. With `href` the tab is a link and the address
 * selects it.
 */
export type TabEntry = {
  id: string;
  text: string;
  count?: string | number | undefined;
  href?: string | undefined;
  panel: () => ReactNode;
};

/**
 * Props of `Tabs`. With `isManual` the arrow keys move only the focus and Enter selects: for panels
 * that take time to load.
 */
export type TabsProps = {
  label: string;
  tabs: TabEntry[];
  selectedId: string;
  onChange: (id: string) => void;
  isManual?: boolean | undefined;
  /** Hides the row of tabs. Something else on the screen then selects the panel. */
  isListHidden?: boolean | undefined;
};

/**
 * Several panels, of which only the selected one is shown. A pressed tab looks selected before its
 * panel is drawn.
 */
export function Tabs({ label, tabs, selectedId, onChange, isManual, isListHidden = false }: TabsProps) {
  const [shownId, choose] = useShownFirst(selectedId, onChange);
  return (
    <AriaTabs
      selectedKey={selectedId}
      onSelectionChange={(key) => choose(String(key))}
      className={styles.tabs ?? ''}
      keyboardActivation={isManual ? 'manual' : 'automatic'}
    >
      <TabList aria-label={label} className={classNames(styles.list, isListHidden && styles.hidden)}>
        {tabs.map(({ id, text, count, href }) => (
          <Tab
            key={id}
            id={id}
            {...defined({ href })}
            className={classNames(styles.tab, id === shownId && styles.shown)}
          >
            <span>{text}</span>
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {id === selectedId ? panel() : null}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
