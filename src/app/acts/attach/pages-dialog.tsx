import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Camera, Contrast, Crop, Images, Paperclip, RotateCwSquare, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { dayAt } from '#domain/dates.ts';
import { FILE_MAX_BYTES } from '#domain/files.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { blobOf } from '#mirror/keep/files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { withoutPages } from '../../shared/draft/page-edits.ts';
import { joinedText, PAGES_TEXT, pageTitle, pdfName, takenText, roomProblem } from '../../text/document/files.ts';
import { useProfile } from '../../profile/profile.tsx';
import { freeName } from '../../shared/files/zip.ts';
import { formatDay, formatTime } from '../../text/words/format.ts';
import { PageStrip } from './page-strip.tsx';
import { PageView } from './page-view.tsx';
import styles from './pages-dialog.module.css';
import type { Attachments } from './use-attachments.ts';
import { editsKey, type Rendering, useRendered } from './use-rendered.ts';
import { openPageWorker, PagesClosed, type PageWorker, UnreadablePicture } from './page-work.ts';
import { INSET, turnedOnce } from './sheet-geometry.ts';
import { usePhotoButton } from './use-photo-button.tsx';

/**
 * Makes pages of the photographs that the draft keeps, one after the other. A photograph stays in
 * the draft until its page exists, or until it turns out to be unreadable. `onPage` is called with
 * the position of a new page. Returns whether photographs are waiting.
 */
function useTakenPhotos(
  worker: PageWorker,
  { attachments, onPage }: { attachments: Attachments; onPage: (place: number) => void },
): boolean {
  const { mirror } = useProfile();
  const { draft, field, arriving } = attachments;
  const isRunning = useRef(false);
  const [, goOn] = useReducer((rounds: number) => rounds + 1, 0);
  // After a failure of the device or the worker the photographs wait until the dialog is opened
  // again.
  const [isStopped, setStopped] = useState(false);
  const [next] = isStopped ? [] : draft.photos;

  async function make(id: string): Promise<void> {
    const photo = await keptPhoto(mirror, id);
    const { picture, ...size } = await worker.ask('prepare', { photo });
    const page = { ...size, takenBytes: photo.size, turns: 0 as const, isBlackAndWhite: false };
    onPage(await draft.addPage(picture, { page, photo: id }));
  }

  async function giveUp(id: string, error: unknown): Promise<void> {
    if (error instanceof PagesClosed) return;
    if (!(error instanceof UnreadablePicture)) {
      if (!field.problems.includes(PAGES_TEXT.notPrepared)) field.add(PAGES_TEXT.notPrepared);
      setStopped(true);
      return;
    }
    const row = await mirror.files.get(id);
    field.add(row === undefined ? PAGES_TEXT.notReadable : `${row.name}: ${PAGES_TEXT.notReadable}`);
    await draft.dropPhoto(id);
  }

  useEffect(() => {
    if (next === undefined || isRunning.current) return;
    isRunning.current = true;
    void make(next)
      .catch((error: unknown) => giveUp(next, error))
      .catch(() => setStopped(true))
      .finally(() => {
        isRunning.current = false;
        goOn();
      });
  });
  return next !== undefined || arriving > 0;
}

async function keptPhoto(mirror: Mirror, id: string): Promise<Blob> {
  const blob = await blobOf(mirror, id);
  if (blob === null) throw new UnreadablePicture('The photograph is not on this device');
  // The stored type of the file says nothing about the picture, so the browser has to find it out.
  return blob.slice(0, blob.size, '');
}

/** Bytes of a PDF besides its pictures: AROUND once, AROUND_PAGE for each page. */
const AROUND = 900;
const AROUND_PAGE = 500;

/**
 * The PDF that the pages will make: its size, the reason why it can't be attached, and the function
 * that makes it.
 */
function useJoin(
  worker: PageWorker,
  { attachments, rendered }: { attachments: Attachments; rendered: ReadonlyMap<string, Rendering> },
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

/**
 * The tools of a page. A second press on Recortar or Preto e branco undoes the first; four turns
 * equal none.
 */
function PageTools(props: {
  page: DraftPage;
  attachments: Attachments;
  onChange: (changes: Partial<DraftPage>) => void;
}) {
  const { page, attachments, onChange } = props;
  const { corners, turns, isBlackAndWhite } = page;
  const again = usePhotoButton(attachments, { replaces: page.fileId });
  const isCamera = attachments.source === 'camera';
  return (
    <div role="group" aria-label="Página" className={styles.tools}>
      <Tool
        icon={Crop}
        text={PAGES_TEXT.crop}
        isOn={corners !== null}
        onPress={() => onChange({ corners: corners === null ? INSET : null })}
      />
      <Tool icon={RotateCwSquare} text={PAGES_TEXT.turn} onPress={() => onChange({ turns: turnedOnce(turns) })} />
      <Tool
        icon={Contrast}
        text={PAGES_TEXT.blackAndWhite}
        isOn={isBlackAndWhite}
        onPress={() => onChange({ isBlackAndWhite: !isBlackAndWhite })}
      />
      <Tool
        icon={isCamera ? Camera : Images}
        text={isCamera ? PAGES_TEXT.retake : PAGES_TEXT.chooseAgain}
        onPress={again.open}
      />
      {again.parts}
    </div>
  );
}

function Tool(props: { icon: IconType; text: string; isOn?: boolean; onPress: () => void }) {
  const { icon: Icon, text, isOn, onPress } = props;
  return (
    <button
      type="button"
      className={classNames(styles.tool, isOn === true && styles.on)}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span>{text}</span>
    </button>
  );
}

/** The worker of the pages while they are on screen. */
function usePageWorker(): PageWorker {
  const worker = useMemo(() => lazyWorker(), []);
  useEffect(() => () => worker.close(), [worker]);
  return worker;
}

/**
 * Starts the worker with the first request. After a close the next request starts another one,
 * because React may end an effect and run it again.
 */
function lazyWorker(): PageWorker {
  let opened: PageWorker | null = null;
  return {
    ask: (name, ask) => (opened ??= openPageWorker()).ask(name, ask),
    close() {
      opened?.close();
      opened = null;
    },
  };
}

/**
 * The dialog that makes one PDF of photographed pages: each page is cropped, turned and made black
 * and white by itself, then they are put in order and joined. The draft keeps each photograph as it
 * was taken until its page exists, and each change at once, so that closing loses nothing. No page
 * leaves the device before the PDF is attached and sent.
 */
export function PagesDialog({ attachments }: { attachments: Attachments }) {
  const { draft, close, loose, changePages } = attachments;
  const { pages } = draft;
  const worker = usePageWorker();
  const [place, setPlace] = useState(0);
  const isWaiting = useTakenPhotos(worker, { attachments, onPage: setPlace });
  const rendered = useRendered(worker, pages);
  const join = useJoin(worker, { attachments, rendered });
  const at = Math.min(place, pages.length - 1);
  const page = pages[at];

  // No page is left: the last one was erased, or the only photograph could not be read. The form
  // shows the reason.
  const isOver = pages.length === 0 && !isWaiting;
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);

  function change(changes: Partial<DraftPage>) {
    changePages((latest) => latest.map((one) => (one.fileId === page?.fileId ? { ...one, ...changes } : one)));
  }

  function erase() {
    if (page !== undefined) changePages((latest) => withoutPages(latest, [page.fileId]));
    setPlace(Math.max(0, at - 1));
  }

  return (
    <Dialog
      isOpen
      onClose={() => {
        if (loose > 0) announce(PAGES_TEXT.closed);
        close();
      }}
      title={page === undefined ? PAGES_TEXT.preparing : pageTitle(at + 1, pages.length)}
      size="full"
      action={
        page === undefined ? null : (
          <span className={styles.erase}>
            <Button variant="quiet" size="sm" icon={Trash2} onPress={erase}>
              {PAGES_TEXT.erase}
            </Button>
          </span>
        )
      }
    >
      <div className={styles.pages}>
        {page === undefined ? (
          <div role="status" aria-label={PAGES_TEXT.preparing}>
            <SkeletonBlock height={320} />
          </div>
        ) : (
          <PageView
            page={page}
            label={pageTitle(at + 1, pages.length)}
            worker={worker}
            onCorners={(corners) => change({ corners })}
          />
        )}
        <div className={styles.side}>
          {page === undefined ? null : <PageTools page={page} attachments={attachments} onChange={change} />}
          <PageStrip attachments={attachments} rendered={rendered} place={at} onPlace={setPlace} />
          <div className={styles.foot}>
            {/* Before the first page there is nothing to count. */}
            {page === undefined ? null : (
              <p className={styles.sizes}>
                <b>{joinedText(pages.length, join.bytes)}</b>
                <span>{takenText(pages.reduce((sum, one) => sum + one.takenBytes, 0))}</span>
              </p>
            )}
            <FileProblems
              sentences={[...attachments.field.problems, ...(join.problem === null ? [] : [join.problem])]}
            />
            <Button
              variant="primary"
              size="lg"
              icon={Paperclip}
              isWide
              isDisabled={!join.canJoin || isWaiting}
              isPending={join.isJoining}
              onPress={() => void join.join()}
            >
              {join.isJoining ? PAGES_TEXT.joining : isWaiting ? PAGES_TEXT.preparing : PAGES_TEXT.attachPdf}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
