import type { ImportedReport, PastImport } from '#contract/import.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useEffect, useState } from 'react';
import { findImportedReport, type ImportFailure, listPastImports } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { IMPORT, pastCountsText } from '../../text/manage/users.ts';
import { formatStamp } from '../../text/words/format.ts';
import { Lines } from './import-lines.tsx';
import styles from './import-screen.module.css';

const KIND = { organizations: IMPORT.kinds.sectors, users: IMPORT.kinds.people } as const;

/** What was imported before, each with what it changed. */
export function PastImports() {
  const { session } = useProfile();
  const [past, setPast] = useState<readonly PastImport[] | ImportFailure | null>(null);
  const actorId = session.id;
  useEffect(() => {
    let isHere = true;
    void listPastImports({ actorId }).then((found) => isHere && setPast(found));
    return () => void (isHere = false);
  }, [actorId]);
  return (
    <section className={styles.step} aria-labelledby="anteriores">
      <SectionLabel id="anteriores">{IMPORT.past}</SectionLabel>
      {past === null ? <SkeletonRows label={IMPORT.loadingPast} count={2} /> : null}
      {past !== null && 'kind' in past ? <Banner tone="danger">{past.message}</Banner> : null}
      {past === null || 'kind' in past ? null : past.length === 0 ? (
        <p>{IMPORT.nonePast}</p>
      ) : (
        <ul className={styles.past}>
          {past.map((one) => (
            <Past key={one.id} past={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Past({ past }: { past: PastImport }) {
  const { session, today, zone } = useProfile();
  const [report, setReport] = useState<ImportedReport | ImportFailure | 'asked' | null>(null);
  const when = formatStamp(past.at, { today, zone });
  async function show() {
    setReport('asked');
    setReport(await findImportedReport(past.id, { actorId: session.id }));
  }
  const isOpen = report !== null && report !== 'asked';
  return (
    <li className={styles.step}>
      <div className={styles.pastLine}>
        <p>
          <b>{`${KIND[past.kind]} · ${when}`}</b>
          <span translate="no">{past.by ?? IMPORT.unknownPerson}</span>
          <span>{pastCountsText(past.counts)}</span>
        </p>
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? IMPORT.hidePast : IMPORT.seePast}: ${KIND[past.kind]}, ${when}`}
          isPending={report === 'asked'}
          onPress={() => (isOpen ? setReport(null) : void show())}
        >
          {isOpen ? IMPORT.hidePast : IMPORT.seePast}
        </Button>
      </div>
      {isOpen ? <Report report={report} /> : null}
    </li>
  );
}

function Report({ report }: { report: ImportedReport | ImportFailure }) {
  if ('kind' in report) return <Banner tone="danger">{report.message}</Banner>;
  return (
    <>
      <Lines lines={report.lines} />
      {report.off.length === 0 ? null : (
        <>
          <p>{IMPORT.off}</p>
          <ul className={styles.said} translate="no">
            {report.off.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
