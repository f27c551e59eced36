import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { viewDocument } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { ArrowRightLeft, Download, Printer } from 'lucide-react';
import { usePrint } from '../../acts/print/use-print.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { OutlinedActs, SelectionBar } from '../../shared/manage/selection-bar.tsx';
import type { Selection } from '../../shared/manage/use-selection.ts';
import { LIST } from '../../text/list.ts';
import { allOnPageText } from '../../text/selection.ts';
import { PRINT } from '../../text/print.ts';
import { TRANSFER_MANY } from '../../text/transfer-many.ts';
import { useListDownload } from '../../acts/listing/use-list-download.ts';

/** The actions for the ticked documents. */
export function BulkBar(props: {
  selection: Selection<ListedDocument>;
  onScreen: number;
  onTransfer: (documents: readonly ListedDocument[]) => void;
}) {
  const { selection, onScreen, onTransfer } = props;
  const { mirror, person, today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const download = useListDownload();
  const { print, isBusy } = usePrint();

  /** What was ticked while the files were being fetched stays ticked. */
  async function downloadAll() {
    const { selected } = selection;
    if (!(await download.many(selected))) return;
    announce(LIST.downloaded);
    selection.untick(selected);
  }

  /** A document whose text is not on this device is printed with what is known of it, and the person is told. */
  async function printAll() {
    const found = await Promise.all(
      selection.selected.map(({ key }) => viewDocument(mirror, { address: key, person, today, zone })),
    );
    const views = found.filter((view) => view !== null);
    if (views.some((view) => view.details === null && !view.document.pencil.document)) {
      const about = views.map((view) => view.document.key);
      notify({ title: PRINT.incomplete, detail: PRINT.incompleteDetail, about });
    }
    print(views);
  }

  const transfer = selection.selected.some((document) => document.abilities.transferDocument) ? (
    <Button variant="inverse" icon={ArrowRightLeft} onPress={() => onTransfer(selection.selected)}>
      {TRANSFER_MANY.act}
    </Button>
  ) : null;
  return (
    <SelectionBar selection={selection} allText={allOnPageText(onScreen)}>
      {isPhone ? transfer : null}
      <OutlinedActs>
        <Button icon={Printer} isPending={isBusy} onPress={() => void printAll()}>
          {PRINT.print}
        </Button>
        <Button icon={Download} isPending={download.isBusy} onPress={() => void downloadAll()}>
          {LIST.downloadAll}
        </Button>
      </OutlinedActs>
      {isPhone ? null : transfer}
    </SelectionBar>
  );
}
