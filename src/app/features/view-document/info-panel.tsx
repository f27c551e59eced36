import type { DocumentView, ViewFile } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { TagChip } from '#ui/document-look/chip.tsx';
import { RouteLine } from '#ui/document-look/route-line.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useDialogAtRest } from '#ui/overlays/dialog.tsx';
import { CalendarPlus, Clock, Download, FileText } from 'lucide-react';
import { Fragment } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { type Act, DOCUMENT_FACTS } from '../../acts/document/acts.ts';
import { useDocumentDownload } from '../../shared/files/use-download.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { dueHint, TYPE_LABEL } from '../../text/words/document.ts';
import { EXTEND } from '../../text/document/acts.ts';
import { FILE_TEXT, fileDetail } from '../../text/document/files.ts';
import { formatDay, fullName, sectorWithAcronym, shortSectorName } from '../../text/words/format.ts';
import { stopNote, VIEW_TEXT } from '../../text/document/view-document.ts';
import styles from './info-panel.module.css';

/**
 * Informações: type, origin, responsibles and dates of the document. On phones the sectors it went
 * through are here too.
 */
export function InfoSection(props: { view: DocumentView; acting: Act | null; onAct: (act: Act) => void }) {
  const { view, acting, onAct } = props;
  const { document } = view;
  useDialogAtRest();
  const { today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const hint = dueHint({ status: document.status, limitDate: document.limit_date }, today);
  const { pencil } = document;
  return (
    <section className={styles.section} aria-labelledby="informacoes">
      <SectionLabel id="informacoes">{VIEW_TEXT.info}</SectionLabel>
      {isPhone ? (
        <div className={styles.route}>
          <RouteLine
            label={VIEW_TEXT.route}
            stations={view.route.map((stop, index) => ({
              id: `${index}:${stop.acronym}`,
              name: stop.acronym,
              note: stopNote(stop),
              isCurrent: stop.current,
            }))}
          />
        </div>
      ) : null}
      <dl id={DOCUMENT_FACTS} className={styles.facts}>
        <dt>{VIEW_TEXT.type}</dt>
        <dd>{TYPE_LABEL[document.type]}</dd>
        <dt>{VIEW_TEXT.subject}</dt>
        <dd>{document.subject.name}</dd>
        <dt>{VIEW_TEXT.physicalNumber}</dt>
        <dd>{document.physical_document_number}</dd>
        <dt>{VIEW_TEXT.origin}</dt>
        <dd>{document.origin === null ? VIEW_TEXT.noOrigin : sectorWithAcronym(document.origin)}</dd>
        <dt>{VIEW_TEXT.with}</dt>
        <dd className={pencil.responsibles ? styles.pencil : undefined}>
          {document.responsibles.map((person) => (
            <Fragment key={person.id}>
              <b translate="no">{fullName(person)}</b>
              {person.organization === null ? null : <span>{shortSectorName(person.organization.name)}</span>}
            </Fragment>
          ))}
        </dd>
        <dt>{VIEW_TEXT.deadline}</dt>
        <dd className={classNames(styles.deadline, pencil.limitDate && styles.pencil)}>
          <span className={styles.lines}>
            <span className={document.status === 'overdue' ? styles.overdue : undefined}>
              {formatDay(document.limit_date)}
            </span>
            {hint === null ? null : <span className={styles.quiet}>{hint.text}</span>}
          </span>
          {document.abilities.extendDocument ? (
            <span className={styles.extend} data-open={acting === 'prorrogar' || undefined}>
              <Button
                variant="quiet"
                size="sm"
                icon={CalendarPlus}
                aria-label={EXTEND.title}
                aria-haspopup="dialog"
                onPress={() => onAct('prorrogar')}
              >
                {EXTEND.act}
              </Button>
            </span>
          ) : null}
        </dd>
        {document.is_exception ? (
          <>
            <dt>{VIEW_TEXT.exception}</dt>
            <dd>{document.exception_reason ?? VIEW_TEXT.noReason}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

/** Palavras-chave: keywords, and mentions with their icon. */
export function TagsSection({ view }: { view: DocumentView }) {
  const { tags } = view.document;
  return (
    <section className={styles.section} aria-labelledby="palavras-chave">
      <SectionLabel id="palavras-chave">{VIEW_TEXT.tags}</SectionLabel>
      {tags.length === 0 ? (
        <p className={styles.quiet}>{VIEW_TEXT.noTags}</p>
      ) : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={`${tag.type}:${tag.title}`}>
              <TagChip isMention={tag.type === 'mention'}>{tag.title}</TagChip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Arquivos: all files of the document and of its replies. */
export function FilesSection(props: { view: DocumentView; onPreview: (fileKey: string) => void }) {
  const { view, onPreview } = props;
  const { download, isBusy } = useDocumentDownload(view);
  const count = view.files.length;
  return (
    <section className={styles.section} aria-labelledby="arquivos">
      <div className={styles.sectionHead}>
        <SectionLabel id="arquivos">{VIEW_TEXT.files}</SectionLabel>
        {count === 0 ? null : (
          <Button variant="quiet" size="sm" icon={Download} isPending={isBusy} onPress={download}>
            {isBusy ? FILE_TEXT.preparing : `${FILE_TEXT.downloadAll} (${count})`}
          </Button>
        )}
      </div>
      {count === 0 ? (
        <p className={styles.quiet}>{FILE_TEXT.none}</p>
      ) : (
        <ul className={styles.files}>
          {view.files.map((file) => (
            <li key={file.key}>
              <FileRow file={file} onPreview={onPreview} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FileRow({ file, onPreview }: { file: ViewFile; onPreview: (fileKey: string) => void }) {
  const Icon = file.pencil ? Clock : FileText;
  return (
    <button type="button" className={file.pencil ? styles.pencilFile : styles.file} onClick={() => onPreview(file.key)}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.fileWords}>
        <span className={styles.fileName}>{file.name}</span>
        <span className={styles.fileSize}>{fileDetail(file, 'short')}</span>
      </span>
    </button>
  );
}
