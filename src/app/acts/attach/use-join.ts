import { dayAt } from '#domain/dates.ts';
import { FILE_MAX_BYTES } from '#domain/files.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { freeName } from '../../shared/files/zip-names.ts';
import { roomProblem } from '../../text/files.ts';
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
  const [failure, setFailure] = useState<string | null>(null);
  const made = draft.pages.map((page) => {
    const one = rendered.get(page.fileId);
    return one?.key === editsKey(page) ? one.made : undefined;
  });
  const jpegs = made.flatMap((one) => (one === undefined || one === null ? [] : [one.jpeg]));
  const isWhole = jpegs.length === made.length && jpegs.length > 0;
  const bytes = isWhole ? jpegs.reduce((sum, jpeg) => sum + jpeg.size + AROUND_PAGE, AROUND) : null;
  const sizeProblem = bytes === null ? null : sizeProblemOf(bytes, draft.files);
  const problem = made.includes(null) ? PAGES_TEXT.notReadable : (sizeProblem ?? failure);

  async function join() {
    setJoining(true);
    setFailure(null);
    const { pages } = draft;
    try {
      const pdf = await worker.ask('join', { pages: jpegs });
      const plain = pdfName({ day: formatDay(dayAt(now(), zone)), time: formatTime(now(), zone) });
      const name = freeName(
        plain,
        draft.files.map((file) => file.name),
      );
      await draft.attachPages(new File([pdf], name, { type: pdf.type }), pages);
      close();
    } catch (error) {
      setFailure(error instanceof StorageTrouble ? PAGES_TEXT.pdfNotKept : PAGES_TEXT.notMade);
    } finally {
      setJoining(false);
    }
  }

  return { bytes, problem, canJoin: isWhole && sizeProblem === null, isJoining, join };
}

/** Why a PDF of this size can't be attached beside `others`; null when it can. */
function sizeProblemOf(bytes: number, others: readonly { readonly size: number }[]): string | null {
  return bytes > FILE_MAX_BYTES ? PAGES_TEXT.tooLarge : roomProblem({ name: 'O PDF', size: bytes }, others);
}
