import { discardCommand } from '#commands/outbox/discard-command.ts';
import { redoCommand } from '#commands/outbox/redo-command.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { editOf } from '../../acts/take-back/edit-of.ts';
import { makeSure } from '../../acts/take-back/make-sure.ts';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { subjectOf } from '../../acts/notices/subject-of.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useOwnReceipt } from '../../shared/document/own-receipt.tsx';
import { MANAGE } from '../../text/manage/manage.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { RECEIPT } from '../../text/document/receipt.ts';
import { redoRowsText } from '../../text/sending/row-acts.ts';
import styles from './outbox.module.css';

/**
 * The buttons of an item. At most one is filled, and only where the author must act
 * (src/ui/look.md, look 6); the menu has all other actions.
 */
export function ItemActions(props: {
  item: OutboxItem;
  needsLogin: boolean;
  onDecide: (commandId: string) => void;
  onDiscard: (item: OutboxItem) => void;
}) {
  const { item, needsLogin, onDecide, onDiscard } = props;
  const { command } = item;
  const { commandContext, sync } = useProfile();
  const { isOffline } = useConnection();
  const receipt = useOwnReceipt(item.group === 'sent' ? command.id : null);
  const editing = editOf(command, { dependents: item.dependents, isOffline });
  const href = 'href' in editing ? editing.href : null;
  const discard = (
    <span className={styles.discard}>
      <Button variant="quiet" size="sm" onPress={() => onDiscard(item)}>
        {OUTBOX_TEXT.discard}
      </Button>
    </span>
  );
  const see =
    item.address === null ? null : (
      <LinkButton href={`/admin/view-document/${item.address}`} variant="quiet" size="sm">
        {item.group === 'sent' ? OUTBOX_TEXT.seeDocument : OUTBOX_TEXT.see}
      </LinkButton>
    );

  /**
   * Takes back a deletion of which nothing was sent. The rows come back, so no question is needed.
   */
  async function undoDeletion() {
    try {
      await discardCommand(commandContext, { id: command.id });
      notify({ title: MANAGE.undone });
    } catch {
      notify({ title: MANAGE.tooLate, tone: 'danger' });
    }
  }

  const isUnverified = command.state === 'held' && item.group === 'needs-you';
  /**
   * Sends a command again after the author has checked that the server does not have it. The device
   * asks the server once more before.
   */
  async function sendAgain() {
    if (await makeSure(sync, command)) await retryCommand(commandContext, command.id);
  }

  const told = (gesture: Promise<void>) => gesture.catch((error: unknown) => notifyFailed(error, subjectOf(command)));

  function actions() {
    if (item.group === 'sent')
      return (
        <>
          {receipt === null ? null : (
            <LinkButton href={receipt.href} variant="quiet" size="sm">
              {RECEIPT.own}
            </LinkButton>
          )}
          {see}
        </>
      );
    if (command.state === 'sending') return null;
    if (command.state === 'conflict') {
      return (
        <Button variant="primary" size="sm" onPress={() => onDecide(command.id)}>
          {OUTBOX_TEXT.resolve}
        </Button>
      );
    }
    if (command.state === 'refused') {
      return (
        <>
          <RedoRows item={item} />
          {href === null ? null : (
            <LinkButton href={href} size="sm" variant="secondary">
              {OUTBOX_TEXT.fix}
            </LinkButton>
          )}
          {discard}
        </>
      );
    }
    if (isUnverified) {
      return (
        <>
          <Button variant="secondary" size="sm" onPress={() => void told(sendAgain())}>
            {OUTBOX_TEXT.sendAgain}
          </Button>
          {see}
          {discard}
        </>
      );
    }
    if (needsLogin) {
      return (
        <LinkButton href="/login?voltar=/admin/outbox" size="sm" variant="quiet">
          {OUTBOX_TEXT.login}
        </LinkButton>
      );
    }
    if (item.waitsFor !== null) return see;
    if (command.state === 'backoff') {
      return (
        <Button variant="quiet" size="sm" onPress={() => void told(retryCommand(commandContext, command.id))}>
          {OUTBOX_TEXT.retry}
        </Button>
      );
    }
    if (command.type === 'delete-rows' && command.state === 'queued') {
      return (
        <Button variant="quiet" size="sm" onPress={() => void undoDeletion()}>
          {MANAGE.undo}
        </Button>
      );
    }
    return (
      <>
        {href === null ? null : (
          <LinkButton href={href} size="sm" variant="quiet">
            {OUTBOX_TEXT.edit}
          </LinkButton>
        )}
        {discard}
      </>
    );
  }

  return <div className={styles.actions}>{actions()}</div>;
}

/** Does a refused act on several rows again, with those that are left. */
function RedoRows({ item: { command, rows } }: { item: OutboxItem }) {
  const { commandContext } = useProfile();
  if (rows === null || rows.left.length === 0 || rows.gone.length + rows.withdrawn.length === 0) return null;
  async function redo() {
    try {
      await redoCommand(commandContext, { id: command.id, mode: 'on-top' });
      notify({ title: OUTBOX_TEXT.redone });
    } catch (error) {
      notifyFailed(error);
    }
  }
  return (
    <Button variant="secondary" size="sm" onPress={() => void redo()}>
      {redoRowsText(rows.left.length)}
    </Button>
  );
}
