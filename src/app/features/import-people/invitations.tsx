import { INVITED_MAX, type InvitablePerson, type Slip } from '#contract/import.ts';
import type { Inviting } from '#contract/reference-writes.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Mail, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ImportFailure, listInvitable, sendInvitations } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { formatStamp, fullName } from '../../text/words/format.ts';
import { IMPORT, mailedText, withCount } from '../../text/manage/users.ts';
import styles from './import-screen.module.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { encode } from 'uqr';

type People = readonly InvitablePerson[] | ImportFailure | null;
const isFailed = (people: People): people is ImportFailure => people !== null && 'kind' in people;

/** The people without a password, and two ways to invite those who are ticked. */
export function Invitations() {
  const { session, today, zone } = useProfile();
  const [people, setPeople] = useState<People>(null);
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState<Inviting | null>(null);
  const [said, setSaid] = useState<{ tone: 'ok' | 'danger'; text: string } | null>(null);
  const actorId = session.id;
  useEffect(() => {
    let isHere = true;
    void listInvitable({ actorId }).then((found) => isHere && setPeople(found));
    return () => void (isHere = false);
  }, [actorId]);

  const shown = people === null || isFailed(people) ? [] : people;
  const ticked = shown.filter((person) => !unticked.has(person.id));

  async function invite(by: Inviting) {
    setBusy(by);
    setSaid(null);
    const slips: Slip[] = [];
    let mailed = 0;
    for (let at = 0; at < ticked.length; at += INVITED_MAX) {
      const user_ids = ticked.slice(at, at + INVITED_MAX).map((person) => person.id);
      const answer = await sendInvitations({ user_ids, by }, { actorId });
      if ('kind' in answer) {
        setBusy(null);
        return setSaid({ tone: 'danger', text: answer.message });
      }
      mailed += answer.mailed;
      slips.push(...answer.slips);
    }
    setBusy(null);
    if (by === 'mail') setSaid({ tone: 'ok', text: mailedText(mailed, ticked.length) });
    else await printSlips(slips, { tenant: session.tenant.name, here: { today, zone } });
    setPeople(await listInvitable({ actorId }));
  }

  return (
    <section className={styles.step} aria-labelledby="convites">
      <SectionLabel id="convites" count={shown.length}>
        {IMPORT.invitations}
      </SectionLabel>
      {people === null ? <SkeletonRows label={IMPORT.loadingPeople} count={2} /> : null}
      {isFailed(people) ? <Banner tone="danger">{people.message}</Banner> : null}
      {people !== null && !isFailed(people) && shown.length === 0 ? <p>{IMPORT.nobody}</p> : null}
      {said === null ? null : (
        <Banner tone={said.tone} role={said.tone === 'ok' ? 'status' : 'alert'}>
          {said.text}
        </Banner>
      )}
      {shown.length === 0 ? null : (
        <>
          <p className={styles.hint}>{IMPORT.invitationsHint}</p>
          <div className={styles.acts}>
            <Button
              icon={Mail}
              isDisabled={ticked.length === 0 || busy === 'slip'}
              isPending={busy === 'mail'}
              onPress={() => void invite('mail')}
            >
              {withCount(IMPORT.mail, ticked.length)}
            </Button>
            <Button
              icon={Printer}
              isDisabled={ticked.length === 0 || busy === 'mail'}
              isPending={busy === 'slip'}
              onPress={() => void invite('slip')}
            >
              {withCount(IMPORT.print, ticked.length)}
            </Button>
          </div>
          <Checkbox
            isSelected={ticked.length === shown.length}
            isIndeterminate={ticked.length > 0 && ticked.length < shown.length}
            onChange={(isAll) => setUnticked(new Set(isAll ? [] : shown.map((person) => person.id)))}
          >
            {IMPORT.everybody}
          </Checkbox>
          <ul className={styles.people}>
            {shown.map((person) => (
              <li key={person.id}>
                <Checkbox
                  isSelected={!unticked.has(person.id)}
                  onChange={(isTicked) => setUnticked((now) => toggled(now, { id: person.id, isTicked }))}
                >
                  <span className={styles.person}>
                    <b translate="no">{fullName(person)}</b>
                    <span translate="no">{[person.sector, person.email].filter(Boolean).join(' · ')}</span>
                    {person.invited_until === null ? null : (
                      <span>{IMPORT.invited(formatStamp(person.invited_until, { today, zone }))}</span>
                    )}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function toggled(now: ReadonlySet<number>, { id, isTicked }: { id: number; isTicked: boolean }): ReadonlySet<number> {
  const next = new Set(now);
  if (isTicked) next.delete(id);
  else next.add(id);
  return next;
}

// Slips are printed from a React root of their own beside the application, so that the paper shows
// nothing of the screen.

/** The address where a person types the code of their slip. */
const INVITED_AT = '/convite';

type Facts = { readonly tenant: string; readonly here: Parameters<typeof formatStamp>[1] };

/** Prints one slip for each person. The slips are not stored on the device. */
async function printSlips(slips: readonly Slip[], facts: Facts): Promise<void> {
  if (slips.length === 0) return;
  const place = document.createElement('div');
  place.className = styles.slips ?? '';
  document.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(slips.map((slip) => <SlipPaper key={slip.id} slip={slip} facts={facts} />)));
  const takeAway = () => {
    root.unmount();
    place.remove();
  };
  await document.fonts.ready;
  // Some phones open the dialog and return at once. The slips stay until the dialog is closed.
  window.addEventListener('afterprint', takeAway, { once: true });
  window.print();
}

function SlipPaper({ slip, facts }: { slip: Slip; facts: Facts }) {
  const address = window.location.origin + slip.path;
  const { data, size } = encode(address, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <article className={styles.slip} translate="no">
      <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} aria-hidden shapeRendering="crispEdges">
        <path d={squares.join('')} />
      </svg>
      <div className={styles.words}>
        <p>{`${IMPORT.slipTitle} · ${facts.tenant}`}</p>
        <h2>{fullName(slip)}</h2>
        <p>{slip.sector}</p>
        <p>{IMPORT.slipHow}</p>
        <p className={styles.address}>{`${window.location.origin}${INVITED_AT}`}</p>
        <p>
          {IMPORT.slipEmail}: <b>{slip.email}</b>
        </p>
        <p>
          {IMPORT.slipCode}: <b>{slip.code}</b>
        </p>
        <p>{IMPORT.slipUntil(formatStamp(slip.expires_at, facts.here))}</p>
      </div>
    </article>
  );
}
