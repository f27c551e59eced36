import { dayAt } from '#domain/dates.ts';
import { FILE_MAX_BYTES } from '#domain/files.ts';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { formatDay, formatTime } from '../../text/format.ts';
import { PAGES_TEXT, pdfName } from '../../text/pages.ts';
import type { PageWorker } from './page-work.ts';
import type { Attachments } from './use-attachments.ts';
import { editsKey, type Rendered } from './use-rendered.ts';

/** What a PDF takes beyond its pictures, in bytes: once, and for each page. */
const AROUND = 900;
const AROUND_PAGE = 500;

/** The PDF that the pages would become: its size, what is against it, and the making of it. */
export function useJoin(
  worker: PageWorker,
  { attachments, rendered }: { attachments: Attachments; rendered: ReadonlyMap<string, Rendered> },
) {
  const { draft, close } = attachments;
  const { zone, now } = useProfile();
  const [isJoining, setJoining] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const made = draft.pages.map((page) => {
    const one = rendered.get(page.fileId);
    return one?.key === editsKey(page) ? one.made : undefined;
  });
  const jpegs = made.flatMap((one) => (one === undefined || one === null ? [] : [one.jpeg]));
  const isWhole = jpegs.length === made.length && jpegs.length > 0;
  const bytes = isWhole ? jpegs.reduce((sum, jpeg) => sum + jpeg.size + AROUND_PAGE, AROUND) : null;
  const isTooLarge = bytes !== null && bytes > FILE_MAX_BYTES;
  const problem = made.includes(null)
    ? PAGES_TEXT.notReadable
    : isTooLarge
      ? PAGES_TEXT.tooLarge
      : isFailed
        ? PAGES_TEXT.notMade
        : null;

  async function join() {
    setJoining(true);
    setFailed(false);
    try {
      const pdf = await worker.ask('join', { pages: jpegs });
      const name = pdfName({ day: formatDay(dayAt(now(), zone)), time: formatTime(now(), zone) });
      await draft.attachPages(new File([pdf], name, { type: pdf.type }));
      close();
    } catch {
      setFailed(true);
    } finally {
      setJoining(false);
    }
  }

  return { bytes, problem, canJoin: isWhole && !isTooLarge, isJoining, join };
}
