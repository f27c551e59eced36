import { daysBetween } from '#domain/dates.ts';
import type { AlertRow } from '#contract/reference-data.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { X } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { AlertBanner } from '../../shared/screen/alert-banner.tsx';
import { toneOfDays } from '../../text/due-text.ts';
import { HOME } from '../../text/home.ts';

/**
 * The nearest deadline alert (rules G1–G3); undefined until it is read, and where there is none. Dismissing it hides it until
 * tomorrow, or until it turns red.
 */
export function DeadlineBanner({ alert }: { alert: AlertRow | undefined }) {
  const { today, person } = useProfile();
  const facts = useDeviceFacts();
  if (facts === null) return <span hidden aria-busy="true" />;
  if (alert === undefined) return null;
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
