import { LinkButton } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { EXPORT_AT } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useFocusOfGone } from '../../shared/screen/focus-of-gone.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { IMPORT, importedText, type SheetKind, sheetText } from '../../text/manage/users.ts';
import { Conference } from './conference.tsx';
import styles from './import-screen.module.css';
import { ImportSteps } from './import-steps.tsx';
import { Invitations } from './invitations.tsx';
import { PastImports } from './past-imports.tsx';
import { useImport } from './use-import.ts';

/**
 * The import of a sheet of people or sectors: it is chosen, judged and written. Below, the
 * invitations for people without a password.
 */
export function ImportScreen({ asked, onKind }: { asked: SheetKind; onKind: (kind: SheetKind) => void }) {
  const { may } = useProfile();
  const { isOffline } = useConnection();
  const isPhone = useLayoutKind() === 'phone';
  const [mayPeople, maySectors] = [may('create_users'), may('create_organizations')];
  const kind = maySectors && (asked === 'sectors' || !mayPeople) ? 'sectors' : 'people';
  const { state, choose, apply, refuse } = useImport(kind);
  const isBusy = state.step === 'conferring' || (state.step === 'conferred' && state.isSending);
  useFocusOfGone(state.step === 'conferring' ? null : state, 'planilha');
  const meta = state.step === 'conferred' ? sheetText(state.chosen.name, state.report) : undefined;
  const picker = (label: string) => (
    <FilePicker
      label={label}
      icon={FileUp}
      extensions={['.csv', '.txt']}
      isMultiple={false}
      isDisabled={isOffline || isBusy}
      describedBy={state.step === 'start' ? 'colunas' : undefined}
      onPick={([file]) => (file === undefined ? refuse(IMPORT.notCsv) : void choose(file))}
    />
  );
  return (
    <div className={styles.screen}>
      <ScreenHeader title={IMPORT.titles[kind]} phoneTitle={IMPORT.title} meta={meta} backHref={IMPORT.back[kind]} />
      {isPhone && meta !== undefined ? <p className={styles.hint}>{meta}</p> : null}
      {isOffline ? (
        <Banner tone="pencil" title={IMPORT.offlineTitle}>
          {IMPORT.offline}
        </Banner>
      ) : null}
      <ImportSteps at={state.step === 'start' ? 0 : state.step === 'done' ? 3 : 1} />
      {state.step === 'conferred' ? (
        <Conference
          key={state.key}
          name={state.chosen.name}
          report={state.report}
          problem={state.problem}
          isOffline={isOffline}
          isSending={state.isSending}
          another={picker(IMPORT.chooseOther)}
          onApply={apply}
        />
      ) : (
        <>
          {state.step === 'done' ? <Imported words={importedText(state.counts, state)} /> : null}
          {mayPeople && maySectors ? (
            <RadioGroup
              label={IMPORT.what}
              appearance="segments"
              orientation="horizontal"
              value={kind}
              isDisabled={isBusy}
              onChange={(value) => onKind(value === 'sectors' ? 'sectors' : 'people')}
              options={[
                { value: 'sectors', text: IMPORT.kinds.sectors },
                { value: 'people', text: IMPORT.kinds.people },
              ]}
            />
          ) : null}
          <section id="planilha" tabIndex={-1} className={styles.step} aria-label={IMPORT.steps[0]}>
            <p id="colunas">{IMPORT.columns[kind]}</p>
            <p className={styles.hint}>{IMPORT.howTo}</p>
            <div className={styles.acts}>
              <div>{picker(state.step === 'done' ? IMPORT.chooseOther : IMPORT.choose)}</div>
              {isOffline ? null : (
                <LinkButton href={EXPORT_AT[kind]} download icon={Download} variant="quiet">
                  {IMPORT.download[kind]}
                </LinkButton>
              )}
            </div>
          </section>
          {state.step === 'start' && state.problem !== null ? (
            <Banner tone="danger" role="alert">
              {state.problem}
            </Banner>
          ) : null}
          {state.step === 'conferring' ? (
            <SkeletonRows label={IMPORT.conferring} count={4} />
          ) : (
            <>
              {kind === 'people' && !isOffline ? <Invitations /> : null}
              {isOffline ? null : <PastImports />}
            </>
          )}
        </>
      )}
    </div>
  );
}

/**
 * The message after the import. It takes the focus, because the button that was pressed is gone.
 */
function Imported({ words }: { words: string }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} tabIndex={-1}>
      <Banner tone="ok" role="status">
        {words}
      </Banner>
    </div>
  );
}
