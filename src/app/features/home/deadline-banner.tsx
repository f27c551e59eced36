import { daysBetween } from '#domain/dates.ts';
import { homeAlert } from '#mirror/questions/home.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { X } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { AlertBanner } from '../../shared/screen/alert-banner.tsx';
import { useLive } from '../../profile/use-live.ts';
import { toneOfDays } from '../../text/due-text.ts';
import { HOME } from '../../text/home.ts';

/** The nearest deadline alert (rules G1–G3). Dismissing it hides it until tomorrow, or until it turns red. */
export function DeadlineBanner() {
  const { mirror, today, person } = useProfile();
  const alert = useLive(async () => (await homeAlert(mirror, today)) ?? null, [mirror, today]);
  const facts = useDeviceFacts();
  if (alert === undefined || facts === null) return <span hidden aria-busy="true" />;
  if (alert === null) return null;
  const userId = String(person.userId);
  const days = daysBetween(today, alert.limit_date);
  const mark = `${alert.id}:${today}:${isRed(days) ? 'red' : 'calm'}`;
  if (facts.alertDismissed[userId] === mark) return null;
  const dismiss = () => keepChoice(changeDeviceFacts({ alertDismissed: { ...facts.alertDismissed, [userId]: mark } }));
  return (
    <AlertBanner
      alert={alert}
      days={days}
      label="Aviso de prazo"
      tools={<IconButton icon={X} label={HOME.dismiss} onPress={dismiss} />}
    />
  );
}

function isRed(days: number): boolean {
  return toneOfDays(days) === 'danger';
}
