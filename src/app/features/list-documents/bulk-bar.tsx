import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { Download } from 'lucide-react';
import { SelectionBar } from '../../shared/manage/selection-bar.tsx';
import type { Selection } from '../../shared/manage/use-selection.ts';
import { LIST } from '../../text/list.ts';
import { useListDownload } from './use-list-download.ts';

/** The actions for the ticked documents. */
export function BulkBar({ selection, onScreen }: { selection: Selection<ListedDocument>; onScreen: number }) {
  const download = useListDownload();

  /** What was ticked while the files were being fetched stays ticked. */
  async function downloadAll() {
    const { selected } = selection;
    if (!(await download.many(selected))) return;
    announce(LIST.downloaded);
    selection.untick(selected);
  }

  return (
    <SelectionBar selection={selection} allText={`Selecionar todos os ${onScreen} desta página`}>
      <Button variant="inverse" icon={Download} isPending={download.isBusy} onPress={() => void downloadAll()}>
        {LIST.downloadAll}
      </Button>
    </SelectionBar>
  );
}
