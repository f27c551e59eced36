import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { plainTextOf } from '#domain/plain-text.ts';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Fragment, type ReactNode, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { CONFLICT_WORDS } from '../../text/document/conflict.ts';
import { excerptOf, STATUS_LABEL } from '../../text/words/document.ts';
import { dayName, formatDay, formatSize, formatTime, type Here, joined, fullName } from '../../text/words/format.ts';
import type { Names } from '../../text/sending/command-state.ts';
import { useNames } from '../../device/use-names.ts';
import { type Conflict, statusAfter } from './conflict-facts.ts';
import styles from './resolve-conflict.module.css';

type ComparisonProps = { readonly conflict: Conflict; readonly follows: readonly OutboxItem[] };

type ComparisonWords = ComparisonProps & { readonly names: Names };

type Field = { readonly label: string; readonly now: ReactNode; readonly yours: ReactNode };

/**
 * Two columns with only the fields that differ: on the left the present values in ink, on the right
 * what the author did in pencil.
 */
export function Comparison({ conflict, follows }: ComparisonProps) {
  const { today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const names = useNames();
  const fields = fieldsOf({ conflict, follows, names }, { today, zone });
  const times = [conflict.command, ...follows.map(({ command }) => command)].map(({ performedAtMs }) =>
    formatTime(performedAtMs, zone),
  );
  const yoursTitle = (
    <>
      <b>{CONFLICT_WORDS.yours}</b>
      <span> · </span>
      <span>{joined([...new Set(times)])}</span>
    </>
  );
  if (isPhone) {
    return (
      <div className={styles.boxes}>
        <div className={styles.ink}>
          <p>
            <b>{CONFLICT_WORDS.now}</b>
          </p>
          <Stacked fields={fields} side="now" />
        </div>
        <div className={styles.pencil}>
          <p>{yoursTitle}</p>
          <Stacked fields={fields} side="yours" />
        </div>
      </div>
    );
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td>
            <VisuallyHidden>{CONFLICT_WORDS.field}</VisuallyHidden>
          </td>
          <th scope="col" className={styles.now}>
            {CONFLICT_WORDS.now}
          </th>
          <th scope="col" className={styles.yours}>
            {yoursTitle}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.label}>
            <th scope="row">{field.label}</th>
            <td className={styles.now}>{field.now}</td>
            <td className={styles.yours}>{field.yours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stacked({ fields, side }: { fields: readonly Field[]; side: 'now' | 'yours' }) {
  return (
    <dl className={styles.stacked}>
      {fields.map((field) => (
        <Fragment key={field.label}>
          <dt>{field.label}</dt>
          <dd>{field[side]}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function fieldsOf({ conflict, follows, names }: ComparisonWords, here: Here): Field[] {
  const { view, command, yours } = conflict;
  const { document } = view;
  const { payload } = command;
  const fields: Field[] = [];
  const ended = follows.findLast((item) => statusAfter(item.command) !== null)?.command;
  const yourStatus = ended === undefined ? yours.status : (statusAfter(ended) ?? yours.status);
  if (document.status !== yours.status || ended !== undefined) {
    fields.push({
      label: CONFLICT_WORDS.status,
      now: <Stamp tone={document.status} label={STATUS_LABEL[document.status]} />,
      yours: (
        <span className={styles.act}>
          <Stamp tone={yourStatus} label={STATUS_LABEL[yourStatus]} isPencil />
          {ended === undefined ? null : <span>{formatTime(ended.performedAtMs, here.zone)}</span>}
        </span>
      ),
    });
  }
  if (payload.limit_date !== null && payload.limit_date !== document.limit_date) {
    fields.push({
      label: CONFLICT_WORDS.limitDate,
      now: formatDay(document.limit_date),
      yours: formatDay(payload.limit_date),
    });
  }
  const people = yours.to ?? (yours.withIds === null ? null : joined(yours.withIds.map(names.person)));
  if (people !== null) {
    fields.push({
      label: CONFLICT_WORDS.responsible,
      now: joined(document.responsibles.map(fullName)),
      yours: people,
    });
  }
  const text = plainTextOf(payload.content);
  if (text !== '') {
    const time = follows.length === 0 ? '' : `${formatTime(command.performedAtMs, here.zone)} · `;
    fields.push({
      label: CONFLICT_WORDS.reply,
      now: lastReplyText(view, here),
      yours: (
        <>
          <span>{time}</span>
          <Excerpt text={text} />
        </>
      ),
    });
  }
  if (command.files.length > 0) {
    fields.push({
      label: CONFLICT_WORDS.files,
      now: CONFLICT_WORDS.unchanged,
      yours: joined(command.files.map(({ name, size }) => `${name} · ${formatSize(size)}`)),
    });
  }
  return fields;
}

/**
 * The time of the last registered reply, as the row "replies" of the comparison says it: `nenhuma
 * depois de 17/11`, `nenhuma depois das 14:20`.
 */
function lastReplyText({ thread }: DocumentView, here: Here): string {
  const last = thread.findLast((entry) => entry.kind === 'message' && entry.pencil === null);
  if (last === undefined) return CONFLICT_WORDS.noReply;
  const day = dayName(last.at, here);
  return day === 'hoje'
    ? `${CONFLICT_WORDS.noneAfterTime} ${formatTime(last.at, here.zone)}`
    : `${CONFLICT_WORDS.noneAfter} ${day}`;
}

const EXCERPT_LENGTH = 90;

/** The first words of the author's text; the rest is shown on demand. */
function Excerpt({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= EXCERPT_LENGTH) return <span>{text}</span>;
  return (
    <>
      <span>{isWhole ? text : excerptOf(text, EXCERPT_LENGTH)}</span>{' '}
      <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? CONFLICT_WORDS.readLess : CONFLICT_WORDS.readAll}
      </button>
    </>
  );
}
