import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components';
import styles from './disclosure.module.css';

/** Props of `Disclosure`; `lead` is decorative and drawn before the title. */
export type DisclosureProps = {
  title: ReactNode;
  lead?: ReactNode;
  level?: 2 | 3 | undefined;
  id?: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
};

/**
 * A heading that opens and closes the content below it. Closed content stays in the page, but can
 * be neither seen nor focused.
 */
export function Disclosure({ title, lead, level = 2, id, isOpen, onOpenChange, children }: DisclosureProps) {
  return (
    <AriaDisclosure isExpanded={isOpen} onExpandedChange={onOpenChange} className={styles.disclosure ?? ''}>
      <Heading level={level} className={styles.heading ?? ''}>
        <Button slot="trigger" {...(id === undefined ? {} : { id })} className={styles.button ?? ''}>
          {lead}
          <span className={styles.title}>{title}</span>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden className={styles.chevron} />
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
