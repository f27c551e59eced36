import { type OwnWork, ownWork } from '#mirror/questions/own-work.ts';
import { Button } from '#ui/actions/button.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Eraser, Lock, LogOut, Timer } from 'lucide-react';
import { WARNING_MS } from '../../device/idle-clock.ts';
import { useProfile } from '../../profile/profile.tsx';
import { countOf } from '../../text/kept-work.ts';
import { closedText, secondsText, SHARED_DEVICE, staysText } from '../../text/shared-device.ts';
import styles from './idle-dialog.module.css';

/** The seconds at which the rest of the time is said; each second would talk over the choices. */
const SAID: readonly number[] = [30, 10, 5];

/** "Ainda está aí?": what goes and what stays when nobody answers. */
export function IdleDialog(props: { leftMs: number; onGoOn: () => void; onExtend: () => void; onLeave: () => void }) {
  const { leftMs, onGoOn, onExtend, onLeave } = props;
  const { mirror, now } = useProfile();
  const own = useLiveQuery(() => ownWork(mirror, { nowMs: now() }), [mirror]);
  const seconds = Math.ceil(leftMs / 1000);
  const said = SAID.findLast((one) => seconds <= one) ?? SAID[0] ?? 0;
  return (
    <Dialog isOpen onClose={onGoOn} role="alertdialog" size="md" title={SHARED_DEVICE.stillThere}>
      <div className={styles.top}>
        <Ring seconds={seconds} />
        <p>{SHARED_DEVICE.locksSoon}</p>
        <VisuallyHidden>
          <span role="timer" aria-live="assertive">
            {secondsText(said)}
          </span>
        </VisuallyHidden>
      </div>
      <div className={styles.box}>
        <Eraser size={24} strokeWidth={1.75} aria-hidden />
        <p>
          <b>{SHARED_DEVICE.erased}</b>
          <br />
          {SHARED_DEVICE.erasedMeaning}
        </p>
      </div>
      <Stays own={own} />
      <div className={styles.acts}>
        <Button variant="primary" size="lg" isWide autoFocus onPress={onGoOn}>
          {SHARED_DEVICE.goOn}
        </Button>
        <Button size="lg" isWide icon={Timer} onPress={onExtend}>
          {SHARED_DEVICE.extend}
        </Button>
      </div>
      <Button variant="quiet" isWide icon={LogOut} onPress={onLeave}>
        {SHARED_DEVICE.leaveNow}
      </Button>
    </Dialog>
  );
}

function Stays({ own }: { own: OwnWork | undefined }) {
  if (own === undefined || own.items.length + own.draftsAtMs.length === 0) return null;
  return (
    <div className={styles.pencil}>
      <Lock size={24} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{staysText(countOf(own), own)}</b>
        <br />
        <span>{own.hasKey ? closedText(own.sendable) : SHARED_DEVICE.keptMeaning}</span>
      </p>
    </div>
  );
}

/** Empties with the seconds; drawn for the eye. */
function Ring({ seconds }: { seconds: number }) {
  const share = Math.min(1, (seconds * 1000) / WARNING_MS);
  return (
    <svg className={styles.ring} viewBox="0 0 120 120" width={112} height={112} aria-hidden>
      <circle className={styles.ground} cx={60} cy={60} r={54} />
      <circle className={styles.left} cx={60} cy={60} r={54} pathLength={1} strokeDasharray={`${share} 1`} />
      <text className={styles.seconds} x={60} y={66}>
        {seconds}
      </text>
      <text className={styles.unit} x={60} y={86}>
        segundos
      </text>
    </svg>
  );
}
