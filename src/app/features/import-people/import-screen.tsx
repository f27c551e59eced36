import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Download, FileUp } from 'lucide-react';
import { EXPORT_AT } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { applyText, IMPORT, importedText, type SheetKind } from '../../text/manage/users.ts';
import { Conference } from './conference.tsx';
import styles from './import-screen.module.css';
import { Invitations } from './invitations.tsx';
import { useImport } from './use-import.ts';

/**
 * A sheet of people or sectors: chosen, conferred, imported; and invitations for people without a
 * password.
 */
export function ImportScreen({ asked, onKind }: { asked: SheetKind; onKind: (kind: SheetKind) => void }) {
  const { may } = useProfile();
  const { isOffline } = useConnection();
  const kind = asked === 'sectors' && may('create_organizations') ? 'sectors' : 'people';
  const { state, choose, apply, refuse } = useImport(kind);
  const isBusy = state.step === 'conferring' || (state.step === 'conferred' && state.isSending);
  return (
    <div className={styles.screen}>
      <ScreenHeader title={IMPORT.title} backHref={IMPORT.back[kind]} />
      {isOffline ? (
        <Banner tone="pencil" title={IMPORT.offlineTitle}>
          {IMPORT.offline}
        </Banner>
      ) : null}
      {may('create_organizations') ? (
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
      <section className={styles.step} aria-labelledby="planilha">
        <SectionLabel id="planilha">{IMPORT.stepOne}</SectionLabel>
        <p id="colunas">{IMPORT.columns[kind]}</p>
        <p className={styles.hint}>{IMPORT.howTo}</p>
        <div className={styles.acts}>
          <FilePicker
            label={state.step === 'start' ? IMPORT.choose : IMPORT.chooseOther}
            icon={FileUp}
            extensions={['.csv', '.txt']}
            isMultiple={false}
            isDisabled={isOffline || isBusy}
            describedBy="colunas"
            onPick={([file]) => (file === undefined ? refuse(IMPORT.notCsv) : void choose(file))}
          />
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
      {state.step === 'conferring' ? <SkeletonRows label={IMPORT.conferring} count={4} /> : null}
      {state.step === 'conferred' ? (
        <Conference name={state.chosen.name} report={state.report}>
          {state.problem === null ? null : (
            <Banner tone="danger" role="alert">
              {state.problem}
            </Banner>
          )}
          {state.report.counts.refused > 0 || state.report.counts.new + state.report.counts.changed === 0 ? null : (
            <div className={styles.acts}>
              <Button variant="primary" isDisabled={isOffline} isPending={state.isSending} onPress={() => void apply()}>
                {applyText(state.report.counts)}
              </Button>
            </div>
          )}
        </Conference>
      ) : null}
      {state.step === 'done' ? (
        <Banner tone="ok" role="status">
          {importedText(state.counts)}
        </Banner>
      ) : null}
      {kind === 'people' && !isOffline ? <Invitations key={state.step === 'done' ? 'after' : 'before'} /> : null}
    </div>
  );
}
