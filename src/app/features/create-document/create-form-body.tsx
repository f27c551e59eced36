import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Button } from '#ui/actions/button.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Thread, ThreadItem, ThreadMark } from '#ui/document-look/thread.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PageDrop, splitAccepted } from '#ui/fields/file-picker.tsx';
import { Check, FilePlus, Pencil, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { useLaunchedFiles } from '../../device/launched-files.ts';
import { useKeyboardOpen, useLayoutKind, useMedia } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { MissingLine } from '../../shared/form/missing-line.tsx';
import { SendKeyHint, useSendKey } from '../../shared/form/send-key.tsx';
import { EditorSwitch } from '../../shared/form/text-editor.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { footRef } from '../../shared/screen/foot-ref.ts';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { useTenantLogo } from '../../shared/screen/use-tenant-logo.ts';
import { CREATE_TEXT, draftKeptText, droppedText, FIELD_WORD } from '../../text/document/create-document.ts';
import { ACCEPTED_EXTENSIONS } from '../../text/document/files.ts';
import styles from './create-document.module.css';
import {
  ContentField,
  ExceptionNotice,
  FilesField,
  focusField,
  LimitDateField,
  NumberField,
  SubjectField,
  TagsField,
  TitleField,
  TypeField,
  WhomFields,
} from './create-fields.tsx';
import { isSectionComplete, MARGIN_FIELDS, type RequiredField, SECTION_FIELDS } from './create-form.ts';
import footStyles from './create-footer.module.css';
import { SentDialog } from './sent-dialog.tsx';
import { type FormState, useCreateForm } from './use-create-form.ts';

type PartProps = { readonly state: FormState };

const SECTIONS = 4;

/** One numbered section. Its number becomes a check when nothing in it is missing. */
function FormSection(props: {
  number: number;
  title: string;
  fields: readonly RequiredField[];
  missing: readonly RequiredField[];
  /** Whether the section stands beside the paper, where its fields have no card. */
  isInMargin?: boolean;
  children: ReactNode;
}) {
  const { number, title, fields, missing, isInMargin = false, children } = props;
  const id = useId();
  const isPhone = useLayoutKind() === 'phone';
  const isComplete = isSectionComplete(fields, missing);
  const mark = (
    <ThreadMark isDone={isComplete}>
      {isComplete ? (
        <Check size={isInMargin ? 14 : 18} strokeWidth={2} aria-hidden />
      ) : (
        <span aria-hidden>{number}</span>
      )}
      <VisuallyHidden>{isComplete ? `Parte ${number}, completa` : `Parte ${number}`}</VisuallyHidden>
    </ThreadMark>
  );
  const heading = (
    <h2 id={id} className={styles.sectionTitle}>
      {title}
    </h2>
  );
  if (isPhone) {
    return (
      <li className={styles.phoneSection}>
        <div className={styles.phoneHead}>
          {mark}
          {heading}
          <span className={styles.count} aria-hidden>
            {number} de {SECTIONS}
          </span>
        </div>
        <div className={styles.fields}>{children}</div>
      </li>
    );
  }
  return (
    <ThreadItem lead={mark} line={number === SECTIONS ? 'none' : 'pencil'}>
      {isInMargin ? (
        <section aria-labelledby={id}>
          {heading}
          <div className={styles.fields}>{children}</div>
        </section>
      ) : (
        <Card as="section" padding="none" aria-labelledby={id} className={styles.section}>
          {heading}
          <div className={styles.fields}>{children}</div>
        </Card>
      )}
    </ThreadItem>
  );
}

/** The four sections one below the other. */
function Sections({ state }: PartProps) {
  const isPhone = useLayoutKind() === 'phone';
  const { missing } = state;
  return (
    <>
      <FormSection number={1} title={CREATE_TEXT.what} fields={SECTION_FIELDS.what} missing={missing}>
        <div className={styles.halves}>
          <TypeField state={state} />
          <SubjectField state={state} />
        </div>
        {isPhone ? <ExceptionNotice state={state} /> : null}
        <div className={styles.titleRow}>
          <TitleField state={state} />
          <NumberField state={state} />
        </div>
        {isPhone ? null : <ExceptionNotice state={state} />}
      </FormSection>
      <FormSection number={2} title={CREATE_TEXT.whom} fields={SECTION_FIELDS.whom} missing={missing}>
        <WhomFields state={state} />
      </FormSection>
      <FormSection number={3} title={CREATE_TEXT.when} fields={SECTION_FIELDS.when} missing={missing}>
        <div className={styles.halves}>
          <LimitDateField state={state} />
        </div>
        <div>
          <ContentField state={state} />
          <EditorSwitch />
        </div>
      </FormSection>
      <FormSection number={4} title={CREATE_TEXT.files} fields={SECTION_FIELDS.files} missing={missing}>
        <FilesField state={state} />
        <TagsField state={state} />
      </FormSection>
    </>
  );
}

/**
 * The layout from 1280 px on: title, number, text and files are written on a sheet of paper, and
 * the other fields stand in a margin. The paper is dashed, because a draft is in pencil. A long
 * text scrolls inside it.
 */
function PaperAndMargin({ state }: PartProps) {
  const { session } = useProfile();
  const logo = useTenantLogo();
  const { missing } = state;
  const { organization, tenant } = session;
  return (
    <div className={styles.sheet} data-wide>
      <Card as="section" padding="none" className={styles.paper} aria-labelledby="papel">
        <VisuallyHidden as="h2" id="papel">
          {CREATE_TEXT.paper}
        </VisuallyHidden>
        <div className={styles.letter}>
          <div className={styles.letterhead}>
            <TenantLogo image={logo} size={36} />
            <p className={styles.sender}>
              <b>{tenant.name}</b>
              {organization === null ? null : <span>{`${organization.name} · ${organization.acronym}`}</span>}
            </p>
            <NumberField state={state} isOnPaper />
          </div>
          <TitleField state={state} isOnPaper />
        </div>
        <ContentField state={state} isOnPaper />
        <div className={styles.paperFoot}>
          <FilesField state={state} words={<EditorSwitch />} />
        </div>
      </Card>
      <div className={styles.margin}>
        <Thread label={CREATE_TEXT.title}>
          <FormSection number={1} title={CREATE_TEXT.what} fields={MARGIN_FIELDS.what} missing={missing} isInMargin>
            <TypeField state={state} />
            <SubjectField state={state} />
            <ExceptionNotice state={state} />
          </FormSection>
          <FormSection number={2} title={CREATE_TEXT.whom} fields={MARGIN_FIELDS.whom} missing={missing} isInMargin>
            <WhomFields state={state} />
          </FormSection>
          <FormSection number={3} title={CREATE_TEXT.deadline} fields={MARGIN_FIELDS.when} missing={missing} isInMargin>
            <LimitDateField state={state} />
          </FormSection>
          <FormSection number={4} title={CREATE_TEXT.tags} fields={MARGIN_FIELDS.tags} missing={missing} isInMargin>
            <TagsField state={state} />
          </FormSection>
        </Thread>
      </div>
    </div>
  );
}

/**
 * The footer of the form, always visible: Enviar, links to the missing fields, and when the draft
 * was saved.
 */
function CreateFooter({ state, onAnother, isWide }: PartProps & { onAnother: () => void; isWide: boolean }) {
  const { missing, isSending, draft, form } = state;
  const { zone } = useProfile();
  const isKeyboardOpen = useKeyboardOpen();
  const another =
    draft.savedAtMs === null || form.corrects !== null ? null : (
      <Button variant="quiet" icon={FilePlus} isDisabled={isSending} onPress={onAnother}>
        {CREATE_TEXT.keepAndCreate}
      </Button>
    );
  return (
    <>
      {isWide || another === null ? null : <div className={footStyles.another}>{another}</div>}
      <div ref={footRef} className={footStyles.footer} data-keyboard={isKeyboardOpen} data-paper={isWide || undefined}>
        <div className={footStyles.send}>
          <Button
            variant="primary"
            size="lg"
            icon={Send}
            isWide
            isDisabled={missing.length > 0 || isSending}
            onPress={() => void state.send()}
          >
            {CREATE_TEXT.send}
          </Button>
        </div>
        {missing.length === 0 ? null : (
          <p className={footStyles.missing}>
            <MissingLine
              words={missing.map((field) => ({ word: FIELD_WORD[field], onPress: () => focusField(field) }))}
            />
          </p>
        )}
        <div className={footStyles.aside}>
          {isWide ? another : null}
          <SendKeyHint />
          {draft.savedAtMs === null ? null : (
            <p className={footStyles.saved}>
              <Pencil size={16} strokeWidth={1.75} aria-hidden />
              {draftKeptText(draft.savedAtMs, zone)}
            </p>
          )}
        </div>
      </div>
    </>
  );
}

/** The form with its footer, which says what is missing. Files can be dropped anywhere on it. */
export function CreateFormBody(props: {
  id: string;
  stored: StoredDraft;
  onSee: (documentKey: string) => void;
  onAnother: () => void;
  /** Called when another document is begun while this one stays as a draft. */
  onKept: () => void;
}) {
  const state = useCreateForm(props);
  const layout = useLayoutKind();
  const isWide = useMedia('(min-width: 1280px)') && layout === 'desktop';
  const form = useClosedWhile<HTMLDivElement>(state.isSending);
  const { pick } = state.attachments;
  useLaunchedFiles((files) => {
    const { accepted, rejected } = splitAccepted(files, ACCEPTED_EXTENSIONS);
    pick(accepted, rejected);
  });
  useSendKey({
    form,
    isWholeScreen: true,
    async send() {
      const [first] = state.lacking();
      if (first === undefined) return state.send();
      focusField(first);
      return false;
    },
  });
  return (
    <>
      {state.form.corrects === null ? null : (
        <div className={styles.notice}>
          <Banner tone="pencil" icon={Pencil}>
            {CREATE_TEXT.correcting}
          </Banner>
        </div>
      )}
      <div ref={form} className={styles.form}>
        {isWide ? (
          <PaperAndMargin state={state} />
        ) : layout === 'phone' ? (
          <ol className={styles.plain}>
            <Sections state={state} />
          </ol>
        ) : (
          <Thread label={CREATE_TEXT.title}>
            <Sections state={state} />
          </Thread>
        )}
      </div>
      <CreateFooter
        state={state}
        isWide={isWide}
        onAnother={() => void state.draft.flush().then(props.onKept, notifyFailed)}
      />
      <PageDrop onPick={pick} extensions={ACCEPTED_EXTENSIONS} title={CREATE_TEXT.dropFiles} detailOf={droppedText} />
      {state.sentKey === null ? null : (
        <SentDialog documentKey={state.sentKey} onSee={props.onSee} onAnother={props.onAnother} />
      )}
    </>
  );
}
