import { Dialog } from '#ui/overlays/dialog.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Keyboard } from 'lucide-react';
import { keepChoice } from '../../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../../device/use-device-facts.ts';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { SHORTCUT_LIST, SHORTCUTS } from '../../../text/frame/shortcuts.ts';
import styles from './keys-window.module.css';

/**
 * Every shortcut, and the switch for those that are single characters (src/app/experience.md,
 * experience W6).
 */
export function KeysWindow() {
  const panel = usePanel('atalhos');
  const facts = useDeviceFacts();
  return (
    <Dialog isOpen={panel.isOpen} onClose={panel.close} title={SHORTCUTS.title} icon={Keyboard} size="sm">
      <dl className={styles.keys}>
        {SHORTCUT_LIST.map(({ keys, words }) => (
          <div key={words} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {facts === null ? null : (
        <div className={styles.switch}>
          <Switch isSelected={facts.slashKey} onChange={(slashKey) => keepChoice(changeDeviceFacts({ slashKey }))}>
            {SHORTCUTS.switch}
          </Switch>
          <p className={styles.hint}>{SHORTCUTS.switchMeaning}</p>
        </div>
      )}
    </Dialog>
  );
}
