import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleEllipsis, Share, SquarePlus } from 'lucide-react';
import { useProfile } from '../../../profile/profile.tsx';
import { INSTALL } from '../../../text/frame/notices.ts';
import styles from './install-steps.module.css';

const DRAWINGS = [Share, SquarePlus, CircleEllipsis] as const;

/**
 * The three steps by hand on iOS. The installed application has a storage of its own there, so
 * unsent work is sent first (src/app/experience.md, experience T9).
 */
export function InstallSteps({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { mirror } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const waits = summary !== undefined && summary.unsent > 0;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={INSTALL.stepsTitle} size="sm">
      {waits ? (
        <Banner tone="warn">
          {INSTALL.sendFirst}{' '}
          <LinkButton variant="quiet" href="/admin/outbox">
            {INSTALL.seeOutbox}
          </LinkButton>
        </Banner>
      ) : (
        <>
          <ol className={styles.steps}>
            {INSTALL.steps.map((step, index) => {
              const Drawing = DRAWINGS[index] ?? Share;
              return (
                <li key={step} className={styles.step}>
                  <Drawing size={32} strokeWidth={1.5} aria-hidden />
                  <span>
                    <b>{index + 1}.</b> {step}
                  </span>
                </li>
              );
            })}
          </ol>
          <p className={styles.after}>{INSTALL.after}</p>
        </>
      )}
    </Dialog>
  );
}
