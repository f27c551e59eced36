import type { ExportState } from '#contract/exports.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callExport, EXPORT_FILE, type ExportCall, type ExportReply } from '../../online/export.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useFocusOfGone } from '../../shared/screen/focus-of-gone.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { downloadText, EXPORT, lostText, progressOf, progressText, readyText } from '../../text/manage/export.ts';
import styles from './export-screen.module.css';

/** How often the screen asks how far the server is. */
const ASK_MS = 2000;

/** Everything of the organization, made on the server and downloaded. */
export function ExportScreen() {
  const { isOffline } = useConnection();
  return (
    <div className={styles.screen}>
      <ScreenHeader title={EXPORT.title} meta={EXPORT.meta} backHref="/admin/profile?aba=organizacao" />
      {isOffline ? (
        <Banner tone="pencil" title={EXPORT.offlineTitle}>
          {EXPORT.offline}
        </Banner>
      ) : (
        <Standing />
      )}
      <section aria-labelledby="o-que-vai" className={styles.contents}>
        <SectionLabel id="o-que-vai">{EXPORT.what}</SectionLabel>
        <ul>
          {EXPORT.contents.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{EXPORT.without}</p>
      </section>
    </div>
  );
}

const EXPORT_ID = 'exportacao';

/** How the export stands, asked again while the server works on it. */
function Standing() {
  const { person } = useProfile();
  const [reply, setReply] = useState<ExportReply | null>(null);
  const [pending, setPending] = useState<ExportCall | null>(null);
  const stage = reply?.kind === 'known' ? reply.state?.state : undefined;
  const isMoving = stage === 'waiting' || stage === 'making';
  useEffect(() => {
    if (stage === 'ready') announce(EXPORT.ready);
    if (stage === 'failed') announce(EXPORT.failed);
  }, [stage]);
  useEffect(() => {
    let gone = false;
    const look = () => void callExport('look', person.userId).then((next) => (gone ? undefined : setReply(next)));
    if (reply === null) look();
    const timer = isMoving ? setTimeout(look, ASK_MS) : undefined;
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [reply, isMoving, person.userId]);

  function call(next: ExportCall): void {
    setPending(next);
    void callExport(next, person.userId)
      .then(setReply)
      .finally(() => setPending(null));
  }

  useFocusOfGone(reply, EXPORT_ID);
  if (reply === null) return <SkeletonRows label={EXPORT.asking} count={1} />;
  if (reply.kind === 'failed')
    return (
      <Banner tone="danger" role="alert" action={<Button onPress={() => setReply(null)}>{EXPORT.again}</Button>}>
        {reply.message}
      </Banner>
    );
  return <Export state={reply.state} pending={pending} onCall={call} />;
}

type ExportProps = {
  readonly state: ExportState | null;
  readonly pending: ExportCall | null;
  readonly onCall: (call: ExportCall) => void;
};

function Export({ state, pending, onCall }: ExportProps) {
  const { today, zone } = useProfile();
  const make = (text: string, variant: 'primary' | 'secondary') => (
    <Button variant={variant} isPending={pending === 'make'} onPress={() => onCall('make')}>
      {text}
    </Button>
  );
  if (state === null) return <div>{make(EXPORT.make, 'primary')}</div>;
  if (state.state === 'failed')
    return (
      <Banner tone="danger" title={EXPORT.failed} action={make(EXPORT.again, 'secondary')}>
        {EXPORT.faults[state.fault ?? 'broken']}
      </Banner>
    );
  if (state.state === 'ready')
    return (
      <Card padding="lg" as="section" aria-labelledby={EXPORT_ID} className={styles.card}>
        <h2 id={EXPORT_ID} tabIndex={-1} className={styles.title}>
          {EXPORT.ready}
        </h2>
        <p>{readyText(state, { today, zone })}</p>
        {state.lost > 0 ? <Banner tone="warn">{lostText(state.lost)}</Banner> : null}
        <div className={styles.actions}>
          <LinkButton href={EXPORT_FILE} download icon={Download} variant="primary">
            {downloadText(state)}
          </LinkButton>
          {make(EXPORT.makeAgain, 'secondary')}
          <Button isPending={pending === 'remove'} onPress={() => onCall('remove')}>
            {EXPORT.remove}
          </Button>
        </div>
        <p className={styles.note}>{EXPORT.resumes}</p>
      </Card>
    );
  return (
    <Card padding="lg" as="section" aria-labelledby={EXPORT_ID} className={styles.card}>
      <h2 id={EXPORT_ID} tabIndex={-1} className={styles.title}>
        {EXPORT.making}
      </h2>
      <ProgressLine label={EXPORT.making} value={progressOf(state)} />
      <p>{progressText(state)}</p>
      <div className={styles.actions}>
        <Button isPending={pending === 'remove'} onPress={() => onCall('remove')}>
          {EXPORT.cancel}
        </Button>
      </div>
      <p className={styles.note}>{EXPORT.goesOn}</p>
    </Card>
  );
}
