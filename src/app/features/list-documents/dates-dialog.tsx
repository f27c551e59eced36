import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CalendarDays } from 'lucide-react';
import { LIST } from '../../text/lists/list.ts';
import { CreatedBetween, useCreatedBetween } from './created-between.tsx';
import { withCreated } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';

/** The dialog for the days between which a document was created (rule F6). */
export function DatesDialog(props: { search: ListSearch; onApply: (search: ListSearch) => void; onClose: () => void }) {
  const { search, onApply, onClose } = props;
  const between = useCreatedBetween(search);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={LIST.dates}
      icon={CalendarDays}
      size="sm"
      footer={
        <>
          <Button onPress={() => onApply(withCreated(search, { from: null, to: null }))}>{LIST.clear}</Button>
          <Button
            variant="primary"
            isDisabled={between.isWrong}
            onPress={() => onApply(withCreated(search, between.days))}
          >
            {LIST.apply}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <CreatedBetween between={between} labels={LIST} />
      </div>
    </Dialog>
  );
}
