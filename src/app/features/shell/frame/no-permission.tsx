import type { Permission } from '#domain/permissions.ts';
import { superAdmins } from '#mirror/questions/people.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Copy, House, Lock, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../device/save-file.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { SCREENS, type ScreenPath } from '../../../profile/screens.ts';
import { PersonAvatar } from '../../../shared/screen/person-avatar.tsx';
import { ScreenHeader } from '../../../shared/screen/screen-header.tsx';
import { fullName, shortSectorName } from '../../../text/words/format.ts';
import { asksFor, insteadOf, NO_PERMISSION, requestFor } from '../../../text/person/no-permission.ts';
import styles from './no-permission.module.css';

/**
 * Replaces a screen that the person may not open: the missing permission, the people who can give
 * it, and the request ready to be copied. The address stays, so that the screen appears once the
 * permission is there.
 */
export function NoPermission({ path, missing }: { path: ScreenPath; missing: readonly Permission[] }) {
  const { session, may } = useProfile();
  const { title } = SCREENS[path];
  const role = session.roles[0]?.name ?? null;
  const sector = session.organization?.acronym ?? null;
  const [before, permission, after] = requestFor({ person: fullName(session), sector, missing, screen: title });
  return (
    <div className={styles.screen}>
      <ScreenHeader title={title} />
      <div className={styles.paper}>
        <div className={styles.lock}>
          <Lock size={24} strokeWidth={1.75} aria-hidden />
        </div>
        <p className={styles.missing}>{asksFor(missing)}</p>
        <p className={styles.sentence}>{insteadOf({ missing, role, may })}</p>
        <p className={styles.sentence}>{NO_PERMISSION.safe}</p>
      </div>
      <section className={styles.givers} aria-labelledby="quem-da">
        <SectionLabel id="quem-da">{NO_PERMISSION.who}</SectionLabel>
        <Givers />
        <div className={styles.request}>
          <p>
            {before}
            <b>{permission}</b>
            {after}
          </p>
          <Button
            icon={Copy}
            onPress={() => void copyText([before, permission, after].join('').replace(/^“|”$/gu, ''))}
          >
            {NO_PERMISSION.copy}
          </Button>
        </div>
      </section>
      <Ways />
    </div>
  );
}

/** The Super Admins whom this device knows. */
function Givers() {
  const { mirror } = useProfile();
  const people = useLiveQuery(() => superAdmins(mirror), [mirror]);
  if (people === undefined) return null;
  if (people.length === 0) return <p className={styles.sentence}>{NO_PERMISSION.nobodyKnown}</p>;
  return (
    <Card as="section" padding="none" className={styles.people ?? ''}>
      <ul>
        {people.map((person) => (
          <li key={person.id} className={styles.giver}>
            <PersonAvatar person={person} />
            <span className={styles.words}>
              <b translate="no" className={styles.name}>
                {fullName(person)}
              </b>
              <span className={styles.note}>
                {[person.role, person.organization && shortSectorName(person.organization.name)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {person.email === undefined ? null : <Link href={`mailto:${person.email}`}>{person.email}</Link>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The ways on: home, or a new pull, because a permission that was just given opens the screen. */
function Ways() {
  const { sync } = useProfile();
  const [state, setState] = useState<'idle' | 'checking' | 'still' | 'unreached'>('idle');
  const check = async () => {
    setState('checking');
    const isCurrent = await sync.pulled();
    // If the permission had arrived, this component would be unmounted by now.
    setState(isCurrent ? 'still' : 'unreached');
    announce(isCurrent ? NO_PERMISSION.still : NO_PERMISSION.unreached);
  };
  return (
    <div className={styles.ways}>
      <LinkButton href="/admin/home" variant="primary" icon={House}>
        {NO_PERMISSION.home}
      </LinkButton>
      <Button icon={RotateCw} isPending={state === 'checking'} onPress={() => void check()}>
        {state === 'checking' ? NO_PERMISSION.checking : NO_PERMISSION.again}
      </Button>
      <p className={styles.hint}>
        {state === 'still' || state === 'unreached' ? NO_PERMISSION[state] : NO_PERMISSION.hint}
      </p>
    </div>
  );
}
