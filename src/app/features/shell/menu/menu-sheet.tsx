import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HardDrive, LogOut, Send, UserRound } from 'lucide-react';
import { useProfile } from '../../../profile/profile.tsx';
import { useLogout } from '../../../leaving/use-logout.tsx';
import { useSyncState } from '../../../shared/connection/use-sync-state.ts';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { fullName } from '../../../text/words/format.ts';
import { OUTBOX_TEXT } from '../../../text/sending/outbox.ts';
import { menuEntries } from './menu-entries.ts';
import { LeaveAndKeep } from '../../../leaving/own-work-dialog.tsx';
import styles from './menu-sheet.module.css';

/**
 * The menu of phones: a full-height sheet with every screen that the person may open. Following a
 * link closes it.
 */
export function MenuSheet() {
  const { session, may } = useProfile();
  const panel = usePanel('menu');
  const logout = useLogout();
  const { unsent } = useSyncState().summary;
  return (
    <>
      <Dialog isOpen={panel.isOpen} onClose={() => panel.close()} title="Menu" size="full">
        <div className={styles.sheet}>
          <p className={styles.person}>
            <b translate="no">{fullName(session)}</b>
            <br />
            {[session.roles[0]?.name, session.organization?.acronym].filter(Boolean).join(' · ')}
          </p>
          <ul className={styles.list}>
            {menuEntries(may).map((entry) =>
              'items' in entry ? (
                <li key={entry.text}>
                  <p className={styles.group}>{entry.text}</p>
                  <ul className={styles.list}>
                    {entry.items.map((item) => (
                      <li key={item.to}>
                        <LinkButton variant="quiet" isWide isStart icon={entry.icon} href={item.to}>
                          {item.text}
                        </LinkButton>
                      </li>
                    ))}
                  </ul>
                </li>
              ) : (
                <li key={entry.text}>
                  <LinkButton variant="quiet" isWide isStart icon={entry.icon} href={entry.to}>
                    {entry.text}
                  </LinkButton>
                </li>
              ),
            )}
            <li>
              <LinkButton variant="quiet" isWide isStart icon={Send} href="/admin/outbox">
                {unsent === 0 ? OUTBOX_TEXT.title : `${OUTBOX_TEXT.title} (${unsent})`}
              </LinkButton>
            </li>
            <li>
              <LinkButton variant="quiet" isWide isStart icon={HardDrive} href="/admin/device">
                Dados neste aparelho
              </LinkButton>
            </li>
            <li>
              <LinkButton variant="quiet" isWide isStart icon={UserRound} href="/admin/profile">
                Perfil
              </LinkButton>
            </li>
            <li>
              <Button variant="quiet" isWide isStart icon={LogOut} onPress={logout.ask}>
                Sair
              </Button>
            </li>
          </ul>
          <LeaveAndKeep onKeep={logout.keep} />
        </div>
      </Dialog>
      {logout.dialog}
    </>
  );
}
