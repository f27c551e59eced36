import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/actions/button.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { VIEW_TEXT } from '../../text/view-document.ts';

/**
 * Tells that a command from this device was refused or is in conflict. Its author decides; nothing is undone silently
 * (src/app/experience.md, experience W12).
 */
export function AuthorNeeded(props: { documentKey: string; onDecide: (commandId: string) => void }) {
  const { documentKey, onDecide } = props;
  const { mirror, now } = useProfile();
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const mine = items?.filter((item) => item.command.documentKey === documentKey && item.group === 'needs-you') ?? [];
  const conflict = mine.find((item) => item.command.state === 'conflict');
  return (
    <Banner
      tone="danger"
      action={
        conflict === undefined ? (
          <LinkButton href="/admin/outbox" variant="secondary" size="sm">
            {VIEW_TEXT.needsYouAction}
          </LinkButton>
        ) : (
          <Button variant="secondary" size="sm" onPress={() => onDecide(conflict.command.id)}>
            {VIEW_TEXT.resolve}
          </Button>
        )
      }
    >
      {VIEW_TEXT.needsYou}
    </Banner>
  );
}
