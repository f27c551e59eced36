import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { stateWords } from '../../text/command-state.ts';
import { andMoreText } from '../../text/outbox.ts';
import { actSentenceOf } from '../../text/act-sentence.ts';
import { useNames } from '../../device/use-names.ts';
import { useNow } from '../../device/use-now.ts';
import styles from './sync-pill.module.css';
import { useConnection } from './use-connection.ts';

/** More than these are counted; Pendências lists all. */
const SHOWN = 4;

/** What is not sent yet, each with the reason why: what needs its author first. Nothing when everything is sent. */
export function WaitingItems() {
  const { mirror, zone, now } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const names = useNames();
  const nowMs = useNow();
  const items = useLiveQuery(async () => {
    const unsent = (await outboxItems(mirror, { nowMs: now() })).filter(isListed);
    return [...unsent.filter(needsYou), ...unsent.filter((item) => !needsYou(item))];
  }, [mirror, now]);
  if (items === undefined || items.length === 0) return null;
  return (
    <ul className={styles.waiting}>
      {items.slice(0, SHOWN).map((item) => {
        const { text, reason } = stateWords(item.command, {
          nowMs,
          zone,
          needsLogin,
          isWaiting: item.waitsFor !== null,
          isBlocked: items.some((other) => other.command.id === item.waitsFor && needsYou(other)),
          isOffline,
          personName: names.person,
        });
        return (
          <li key={item.command.id}>
            <b>{actSentenceOf(item, names)}</b>
            <span>{reason === null ? text : `${text} ${reason}`}</span>
          </li>
        );
      })}
      {items.length > SHOWN ? <li>{andMoreText(items.length - SHOWN)}</li> : null}
    </ul>
  );
}

/** That a document was seen goes by itself, and the number above does not count it. */
const isListed = ({ group, command }: OutboxItem) =>
  group !== 'sent' && (command.type !== 'record-view' || group === 'needs-you');

const needsYou = ({ group }: { readonly group: string }) => group === 'needs-you';
