import type { DocumentView } from '#mirror/questions/view-document.ts';
import { ActButton } from '#ui/actions/act-button.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Printer, SlidersHorizontal, Type } from 'lucide-react';
import { useState } from 'react';
import { ACT_TEXT, moreTitle } from '../../text/document/acts.ts';
import { PRINT } from '../../text/document/view-document.ts';
import { documentName } from '../../text/words/document.ts';
import type { Act } from './acts.ts';
import { MORE_ACTS } from './focus-after-act.ts';
import { useOfferedActs } from './use-offered-acts.ts';

/**
 * On phones: a button in reach of the thumb that opens the acts of the document, each with its
 * present state. `onFormat` opens the whole reply box; it is given where a short box is shown.
 */
export function MoreActs(props: {
  view: DocumentView;
  onAct: (act: Act) => void;
  onPrint: () => void;
  onFormat?: (() => void) | undefined;
}) {
  const { view, onAct, onPrint, onFormat } = props;
  const acts = useOfferedActs(view.document);
  const [isOpen, setOpen] = useState(false);
  const does = (work: () => void) => () => {
    setOpen(false);
    work();
  };
  return (
    <>
      <Button id={MORE_ACTS} icon={SlidersHorizontal} onPress={() => setOpen(true)}>
        {ACT_TEXT.more}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={moreTitle(documentName(view.document))}>
        <div>
          {acts.map(({ id, text, icon, detail, reason }) => (
            <ActButton
              key={id}
              variant="row"
              icon={icon}
              title={text}
              detail={reason === undefined ? detail : `${reason}.`}
              isDisabled={reason !== undefined}
              onPress={does(() => onAct(id))}
            />
          ))}
          {onFormat === undefined ? null : (
            <ActButton
              variant="row"
              icon={Type}
              title={ACT_TEXT.format}
              detail={ACT_TEXT.formatDetail}
              onPress={does(onFormat)}
            />
          )}
          <ActButton variant="row" icon={Printer} title={PRINT.print} onPress={does(onPrint)} />
        </div>
      </Dialog>
    </>
  );
}
