import { reassignDocument } from '#commands/documents/reassign-document.ts';
import { isBlank } from '#domain/text.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PersonPicker } from '../../shared/form/person-picker.tsx';
import { SectorAndPerson, type SectorAndPersonValue } from '../../shared/form/sector-and-person.tsx';
import { joined } from '../../text/words/format.ts';
import { REASON_MAX, REASSIGN, pickPersonOf, TRANSFER_TEXT } from '../../text/document/acts.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { ActDialog } from './act-dialog.tsx';
import styles from './dialogs.module.css';

/**
 * "Redistribuir" (rule A14): gives a document to another responsible when the present one can't go
 * on with it. It takes a permission and a written reason. A sector manager chooses among the people
 * of their own sector.
 */
export function ReassignDialog({ document, onClose }: { document: ListedDocument; onClose: () => void }) {
  const { commandContext, mirror, person, session } = useProfile();
  const own = person.superAdmin ? null : session.organization_id;
  const [value, setValue] = useState<SectorAndPersonValue>({ organizationId: own, responsibleId: null });
  const [reason, setReason] = useState('');
  const { organizationId, responsibleId } = value;
  const without = document.responsibles.map((one) => one.id);
  const lacks = [
    ...(responsibleId === null ? [REASSIGN.responsible] : []),
    ...(isBlank(reason) ? [REASSIGN.reason.toLowerCase()] : []),
  ];

  async function reassign() {
    if (responsibleId === null) return false;
    return runGesture({ mirror, done: REASSIGN.done, about: document.key, onStored: onClose }, () =>
      reassignDocument(commandContext, {
        documentKey: document.key,
        seen: document,
        responsibleId,
        organizationId,
        reason,
      }),
    );
  }

  return (
    <ActDialog
      title={REASSIGN.title}
      icon={UserCog}
      onClose={onClose}
      lacks={lacks.length === 0 ? null : `Falta: ${joined(lacks)}`}
      act={{ text: REASSIGN.act, icon: UserCog, run: reassign }}
    >
      <p>
        <b>{document.title}</b>
      </p>
      <p className={styles.missing}>{REASSIGN.explanation}</p>
      {own === null ? (
        <SectorAndPerson value={value} onChange={setValue} without={without} isStacked />
      ) : (
        <PersonPicker
          label={TRANSFER_TEXT.responsible}
          placeholder={pickPersonOf(null)}
          organizationId={own}
          without={without}
          value={responsibleId}
          isListLow
          onChange={(id) => setValue({ organizationId: own, responsibleId: id })}
        />
      )}
      <TextField
        label={REASSIGN.reason}
        description={REASSIGN.reasonHint}
        value={reason}
        onChange={setReason}
        rows={2}
        maxLength={REASON_MAX}
      />
    </ActDialog>
  );
}
