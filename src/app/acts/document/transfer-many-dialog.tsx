import { respond } from '#commands/documents/respond.ts';
import { documentStateOf } from '#contract/document-state.ts';
import { blockedByDelay } from '#domain/document-state.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { ArrowRightLeft, Info, Send } from 'lucide-react';
import { useState } from 'react';
import type { GestureResult } from '#commands/frame/context.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { spineOf } from '../../shared/document/document-marks.ts';
import { MissingLine } from '../../shared/form/missing-line.tsx';
import { SectorAndPerson, type SectorAndPersonValue } from '../../shared/form/sector-and-person.tsx';
import { focusField, placeOf } from '../../shared/manage/form-fields.ts';
import { documentHeading } from '../../text/words/document.ts';
import {
  alreadyText,
  effectText,
  leftText,
  moreText,
  notTransferredText,
  nowWith,
  TRANSFER_MANY,
  transferredText,
  transferTitle,
} from '../../text/document/acts.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { notifyRefused, tellStored } from '../notices/notify-stored.ts';
import { type Undo, useUndo } from '../take-back/undo-act.ts';
import { ActDialog } from './act-dialog.tsx';
import styles from './transfer-many-dialog.module.css';

/** The result of one transfer. `failed`: this device could not store it. */
type TransferOutcome = GestureResult | { readonly kind: 'failed'; readonly error: unknown };

/**
 * One message for all transfers of one press: how many were stored, and how many were not. `about`:
 * the keys of the documents.
 */
async function tellTransferred(
  mirror: Mirror,
  { outcomes, about, offer }: { outcomes: readonly TransferOutcome[]; about: readonly string[]; offer: Undo['offer'] },
): Promise<void> {
  const stored = outcomes.flatMap((one) => (one.kind === 'stored' ? [one] : []));
  const refused = outcomes.flatMap((one) => (one.kind === 'refused' ? [one] : []));
  const [error] = outcomes.flatMap((one) => (one.kind === 'failed' ? [one.error] : []));
  const failed = outcomes.length - stored.length;
  const last = stored.at(-1);
  if (last !== undefined) {
    const rest = failed === 0 ? '' : `. ${notTransferredText(failed)}`;
    const undo = offer?.(stored.map((one) => one.commandId));
    const title = `${transferredText(stored.length)}${rest}`;
    await tellStored(mirror, { title, commandId: last.commandId, about, undo });
  } else if (refused[0] !== undefined) notifyRefused(refused[0], about);
  else notify({ title: notStoredText(error), tone: 'danger', about });
}

/** Up to this many documents are all named. With more, a button shows those that are not. */
const NAMED = 4;
const RESPONSIBLE = 'responsavel';

type ManyProps = {
  /**
   * The documents in the order of the list; those that this person may not transfer stay as they
   * are.
   */
  readonly documents: readonly ListedDocument[];
  /** `transferred`: the documents that were transferred; empty when the person cancelled. */
  readonly onClose: (transferred: readonly ListedDocument[]) => void;
};

/**
 * The transfer of one or several documents, over the list. 'Enviar' is enabled once sector and
 * responsible are chosen (rule J3). The list of people is open from the start.
 */
export function TransferManyDialog({ documents, onClose }: ManyProps) {
  const { commandContext, mirror } = useProfile();
  const { undoMs, offer } = useUndo();
  const sectors = useLiveQuery(() => activeOrganizations(mirror), [mirror]);
  const [value, setValue] = useState<SectorAndPersonValue>({ organizationId: null, responsibleId: null });
  const { organizationId, responsibleId } = value;
  const mine = documents.filter((document) => document.abilities.transferDocument);
  const going = mine.filter((document) => !isWith(document, responsibleId));
  const place = sectors?.find((sector) => sector.id === organizationId)?.acronym ?? null;
  const canSend = organizationId !== null && responsibleId !== null && going.length > 0;

  async function transfer() {
    if (organizationId === null || responsibleId === null) return false;
    const outcomes: TransferOutcome[] = [];
    for (const document of going) {
      const outcome: TransferOutcome = await respond(commandContext, {
        documentKey: document.key,
        seen: document,
        content: '',
        limitDate: null,
        responsibleIds: [responsibleId],
        organizationIds: [organizationId],
        fileIds: [],
        undoMs,
      }).catch((error: unknown) => ({ kind: 'failed', error }));
      outcomes.push(outcome);
      if (outcomes.length > 1) continue;
      // A device that can't store the first transfer can't store the others. The dialog stays open
      // with what was chosen.
      if (outcome.kind === 'failed') break;
      onClose(going);
    }
    await tellTransferred(mirror, { outcomes, about: going.map((document) => document.key), offer });
    return outcomes[0]?.kind !== 'failed';
  }

  return (
    <ActDialog
      title={transferTitle(mine)}
      icon={ArrowRightLeft}
      onClose={() => onClose([])}
      lacks={
        responsibleId === null ? (
          <MissingLine words={[{ word: TRANSFER_MANY.responsible, onPress: () => focusField(RESPONSIBLE) }]} />
        ) : null
      }
      canAct={canSend}
      act={{ text: TRANSFER_MANY.send, icon: Send, run: transfer }}
    >
      <Moving documents={mine} />
      <SectorAndPerson
        value={value}
        onChange={setValue}
        without={mine.length === 1 ? (mine[0]?.responsibles.map((person) => person.id) ?? []) : []}
        personPlace={placeOf(RESPONSIBLE)}
        isStacked
        startsOpen
      />
      <p className={styles.effect} role="status">
        <Info size={18} strokeWidth={1.75} aria-hidden />
        <span>{effectText(going.length === 0 ? mine : going, place)}</span>
      </p>
      <Left documents={documents.filter((document) => !mine.includes(document))} already={mine.length - going.length} />
    </ActDialog>
  );
}

/**
 * The documents that will be transferred, each with its present responsible. Of five or more it
 * shows three, and a button shows the others.
 */
function Moving({ documents }: { documents: readonly ListedDocument[] }) {
  const { person } = useProfile();
  const [isWhole, setWhole] = useState(documents.length <= NAMED);
  const shown = isWhole ? documents : documents.slice(0, NAMED - 1);
  return (
    <RowList label={TRANSFER_MANY.place}>
      {shown.map((document) => (
        <Row key={document.key} spine={spineOf(document)} className={styles.row}>
          <b className={styles.number}>{documentHeading(document)}</b>
          <span className={styles.title}>{document.title}</span>
          <span className={styles.with}>{nowWith(document, person.userId)}</span>
        </Row>
      ))}
      {isWhole ? null : (
        <Row className={styles.row}>
          <Button variant="quiet" size="sm" onPress={() => setWhole(true)}>
            {moreText(documents.length - shown.length)}
          </Button>
        </Row>
      )}
    </RowList>
  );
}

/**
 * How many of the documents stay, and why: they are overdue, the person may not transfer them, or
 * the chosen person has them already.
 */
function Left({ documents, already }: { documents: readonly ListedDocument[]; already: number }) {
  const { person, today } = useProfile();
  const at = { userId: person.userId, today };
  const late = documents.filter((one) => blockedByDelay(documentStateOf(one), at).has('transferDocument')).length;
  const words = [leftText({ late, others: documents.length - late }), alreadyText(already)].filter((one) => one !== '');
  return words.length === 0 ? null : <p className={styles.left}>{words.join(' ')}</p>;
}

function isWith(document: ListedDocument, responsibleId: number | null): boolean {
  return document.responsibles.length === 1 && document.responsibles[0]?.id === responsibleId;
}
