import type { DocumentView } from '#mirror/questions/view-document.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { formatMoment, fullName } from '../../text/words/format.ts';
import { notYetText, seenCountText, timesText, VIEW_TEXT } from '../../text/document/view-document.ts';
import styles from './info-panel.module.css';

/**
 * `Visto por 4 de 6`: who saw the document and when, and who has not (rule E2: current and past
 * responsibles are counted); then all other viewers.
 */
export function ViewersSection({ view }: { view: DocumentView }) {
  const { seen, notYet, others } = view.viewers;
  const counted = seenCountText({ seen: seen.length, all: seen.length + notYet.length });
  return (
    <section className={styles.section} aria-labelledby="visto-por">
      <SectionLabel id="visto-por">
        {VIEW_TEXT.seenBy} {counted}
      </SectionLabel>
      {seen.length === 0 && others.length === 0 ? <p className={styles.quiet}>{VIEW_TEXT.nobodySaw}</p> : null}
      <People viewers={seen} />
      {notYet.length === 0 ? null : <p className={styles.notYet}>{notYetText(notYet)}</p>}
      {others.length === 0 ? null : (
        <>
          <h3 className={styles.day}>{VIEW_TEXT.othersSaw}</h3>
          <People viewers={others} />
        </>
      )}
    </section>
  );
}

function People({ viewers }: { viewers: DocumentView['viewers']['seen'] }) {
  const { today, zone } = useProfile();
  return (
    <ul className={styles.people}>
      {viewers.map((viewer) => {
        const times = timesText(viewer.count, formatMoment(viewer.first_at, { today, zone }));
        return (
          <li key={viewer.user.id} className={styles.person}>
            <PersonAvatar person={viewer.user} size={28} />
            <span className={styles.who}>
              <span translate="no">{fullName(viewer.user)}</span>
              <span className={styles.meta}>
                {[viewer.user.organization?.acronym, times].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles.when}>
              <time dateTime={viewer.last_at}>{formatMoment(viewer.last_at, { today, zone })}</time>
              {viewer.offline ? <span>{VIEW_TEXT.seenOffline}</span> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
