import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { CircleQuestionMark } from 'lucide-react';
import { HELP_ABOUT, type HelpAbout, helpHref } from '../../text/frame/help-about.ts';
import styles from './help-link.module.css';

/**
 * The small "?" beside something that a newcomer meets for the first time. It leads to the answer
 * in Ajuda, also without a network. `isInHead`: it stands in the head of a dialog, in line with the
 * title.
 */
export function HelpLink({ about, isInHead = false }: { about: HelpAbout; isInHead?: boolean }) {
  return (
    <Link
      href={helpHref(about)}
      tone="plain"
      aria-label={HELP_ABOUT[about]}
      className={classNames(styles.link, isInHead && styles.head)}
    >
      <CircleQuestionMark size={18} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}

/** A sentence with the "?" after its last word. No line break separates the two. */
export function WithHelp({ about, sentence }: { about: HelpAbout; sentence: string }) {
  const last = sentence.lastIndexOf(' ') + 1;
  return (
    <span>
      {sentence.slice(0, last)}
      <span className={styles.together}>
        {sentence.slice(last)} <HelpLink about={about} />
      </span>
    </span>
  );
}
