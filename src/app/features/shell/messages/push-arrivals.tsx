import { notify } from '#ui/feedback/toast.tsx';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import type { PushScreen } from '../../../online/push.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { useDeviceFacts } from '../../../device/use-device-facts.ts';

/**
 * Shows a push that arrives while the application is visible (rule G9). It is listed in "Avisos" as
 * well, so it may close after two seconds.
 */
const show: PushScreen['show'] = ({ title, body, href }) => {
  notify({ title, detail: body, icon: Bell, isBrief: true, action: { label: 'Ver mais', href } });
};

/** Starts push for this person. A device that never subscribed does not load its code. */
export function PushArrivals() {
  const { userId } = useProfile().person;
  const { loadPush } = useRouteContext({ from: '__root__' });
  const { history } = useRouter();
  const facts = useDeviceFacts();
  const wasAsked = facts !== null && facts.pushWantedBy.length > 0;
  useEffect(() => {
    if (!wasAsked) return undefined;
    const started = loadPush().then(({ startPush }) => startPush({ userId, show, open: (href) => history.push(href) }));
    started.catch(reportError);
    return () => void started.then((stop) => stop()).catch(() => undefined);
  }, [wasAsked, userId, history, loadPush]);
  return null;
}
