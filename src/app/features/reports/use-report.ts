import type { ReportAnswer } from '#contract/reports.ts';
import { readsOfPeople } from '#domain/reports.ts';
import { keepReport, keptReport } from '#mirror/keep/reports.ts';
import { deviceReport } from '#mirror/questions/device-report.ts';
import { useEffect, useState } from 'react';
import { askReport, type ReportQuestion } from '../../online/reports.ts';
import { type Profile, useProfile } from '../../profile/profile.tsx';
import { REPORT } from '../../text/manage/reports.ts';

/**
 * `kept`: the last answer of the server, stored on this device. `device`: counted from the mirror.
 */
export type ShownReport = {
  readonly answer: ReportAnswer;
  readonly source: 'server' | 'kept' | 'device';
  /** Why the report does not come from the server; null when it does. */
  readonly trouble: string | null;
};

type ReportState = ShownReport | { readonly answer: null; readonly trouble: string };

/**
 * A report from the server. Without an answer: the server's last one, else what the mirror can
 * count. `name` identifies the question whatever days it means today. `isAgain`: the question was
 * repeated, and the earlier result stays until the new one comes.
 */
export function useReport(
  asked: ReportQuestion | null,
  { name, isOffline }: { name: string; isOffline: boolean },
): { readonly found: ReportState | null; readonly again: () => void; readonly isAgain: boolean } {
  const profile = useProfile();
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<{ key: string; tries: number; report: ReportState } | null>(null);
  const key = JSON.stringify([name, asked, isOffline]);
  useEffect(() => {
    let isOver = false;
    const [, question] = JSON.parse(key) as [string, ReportQuestion | null];
    if (question === null) return undefined;
    void find(profile, { question, name, isOffline }).then((report) => {
      if (!isOver) setFound({ key, tries, report });
    });
    return () => {
      isOver = true;
    };
  }, [key, tries, name, isOffline, profile]);
  const isFound = found?.key === key;
  return {
    found: isFound ? found.report : null,
    again: () => setTries(tries + 1),
    isAgain: isFound && found.tries !== tries,
  };
}

async function find(
  profile: Profile,
  { question, name, isOffline }: { question: ReportQuestion; name: string; isOffline: boolean },
): Promise<ReportState> {
  const { mirror, session } = profile;
  const reply = isOffline ? ({ kind: 'unanswered' } as const) : await askReport(question, session.id);
  if (reply.kind === 'report') {
    // A report that can't be stored, because the device is full, is shown anyway.
    await keepReport(mirror, { question: name, answer: reply.answer }).catch(() => undefined);
    return { answer: reply.answer, source: 'server', trouble: null };
  }
  if (reply.kind === 'refused' && reply.message !== null) return { answer: null, trouble: reply.message };
  const trouble =
    reply.kind === 'login' ? REPORT.needsLogin : reply.kind === 'refused' ? REPORT.noReports : REPORT.unanswered;
  const kept = await keptReport(mirror, name);
  if (kept !== null) return { answer: kept, source: 'kept', trouble };
  const answer = await countHere(profile, question);
  return answer === null ? { answer: null, trouble: REPORT.fromServerOnly } : { answer, source: 'device', trouble };
}

function countHere(profile: Profile, question: ReportQuestion): Promise<ReportAnswer | null> {
  const { mirror, today, zone, now, may, person, session } = profile;
  const reader = { superAdmin: person.superAdmin, organizationId: session.organization?.id ?? null, may };
  const { report, from, to, organizationId } = question;
  const ofPeople = readsOfPeople(reader);
  return deviceReport(mirror, { report, from, to, organizationId, today, zone, nowMs: now(), ofPeople });
}
