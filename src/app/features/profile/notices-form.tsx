import { CHOSEN_EVENTS, type ChosenEvent, NOTICE_WAYS, type NoticeWay, waysOf } from '#domain/notices.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { saveProfile } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { ALWAYS, EVENT_TEXT, NOTICE_CHOICES, WAY_TEXT, wayOfEventText } from '../../text/person/notice-choices.ts';
import { changesOf, PROFILE_DRAFTS, ProfileFooter, useSave, useTyped } from './profile-form.tsx';
import styles from './notices-form.module.css';

/**
 * The chosen ways of each event, joined by spaces. Texts are compared by value, which lists are
 * not.
 */
type Fields = Record<ChosenEvent, string>;

const waysIn = (text: string): NoticeWay[] => NOTICE_WAYS.filter((way) => text.split(' ').includes(way));

/**
 * The form that chooses by which ways the person is told of each event. Two events can't be
 * switched off.
 */
export function NoticesForm({ stored }: { stored: StoredDraft }) {
  const { mirror, session } = useProfile();
  const choices = session.notices ?? {};
  const values = Object.fromEntries(CHOSEN_EVENTS.map((event) => [event, waysOf(choices, event).join(' ')])) as Fields;
  const typed = useTyped({ id: PROFILE_DRAFTS.notices, stored, values });
  const save = useSave();
  const form = useClosedWhile<HTMLFormElement>(save.isSaving);
  const changes: Partial<Fields> = changesOf(values, typed.fields);

  function choose(event: ChosenEvent, way: NoticeWay, isOn: boolean) {
    const ways = waysIn(typed.fields[event]);
    const next = NOTICE_WAYS.filter((one) => (one === way ? isOn : ways.includes(one)));
    typed.change({ [event]: next.join(' ') });
  }

  async function submit() {
    const notices = Object.fromEntries(
      Object.entries(changes).map(([event, text]) => [event, text === '' ? ['none' as const] : waysIn(text)]),
    );
    const isSaved = await save.run(changes, (key) => saveProfile({ mirror, session, key }, { notices, image: null }));
    if (!isSaved) return;
    await typed.reset();
    notify({ title: NOTICE_CHOICES.saved });
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.card}>
        <p className={styles.meaning}>{NOTICE_CHOICES.meaning}</p>
        <table className={styles.table}>
          <caption className={styles.caption}>{NOTICE_CHOICES.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{NOTICE_CHOICES.event}</th>
              {NOTICE_WAYS.map((way) => (
                <th key={way} scope="col" className={styles.way}>
                  {WAY_TEXT[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(ALWAYS).map(([event, { text, note, ways }]) => (
              <Row key={event} text={text} note={note} isAlways>
                {(way) =>
                  ways.includes(way) ? (
                    <Checkbox isSelected isDisabled aria-label={wayOfEventText(text, way)} onChange={() => undefined} />
                  ) : (
                    <span aria-hidden>–</span>
                  )
                }
              </Row>
            ))}
            {CHOSEN_EVENTS.map((event) => (
              <Row key={event} text={EVENT_TEXT[event].text} note={EVENT_TEXT[event].note}>
                {(way) => (
                  <Checkbox
                    isSelected={waysIn(typed.fields[event]).includes(way)}
                    aria-label={wayOfEventText(EVENT_TEXT[event].text, way)}
                    onChange={(isOn) => choose(event, way, isOn)}
                  />
                )}
              </Row>
            ))}
          </tbody>
        </table>
        <p className={styles.meaning}>{NOTICE_CHOICES.ways}</p>
      </div>
      <ProfileFooter save={save} missing={[]} isChanged={Object.keys(changes).length > 0} />
    </form>
  );
}

function Row(props: { text: string; note: string; isAlways?: boolean; children: (way: NoticeWay) => ReactNode }) {
  const { text, note, isAlways = false, children } = props;
  return (
    <tr>
      <th scope="row">
        <span className={styles.event}>{text}</span>
        <span className={styles.note}>{note}</span>
        {isAlways ? (
          <span className={styles.always}>
            <Lock size={14} strokeWidth={2} aria-hidden />
            <span>{NOTICE_CHOICES.always}</span>
          </span>
        ) : null}
      </th>
      {NOTICE_WAYS.map((way) => (
        <td key={way} className={styles.way}>
          {children(way)}
        </td>
      ))}
    </tr>
  );
}
