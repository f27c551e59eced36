import type { OrganizationRow } from '#contract/reference-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useState } from 'react';
import { DIRECTORY } from '../../text/manage/users.ts';

/** "Filtros" of the directory: one sector, or all of them. */
export function SectorFilterDialog(props: {
  sectors: readonly OrganizationRow[];
  organizationId: number | undefined;
  onApply: (organizationId: number | undefined) => void;
  onClose: () => void;
}) {
  const { sectors, organizationId, onApply, onClose } = props;
  const [chosen, setChosen] = useState(organizationId);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={DIRECTORY.filters}
      footer={
        <>
          <Button onPress={() => onApply(undefined)}>{DIRECTORY.clear}</Button>
          <Button variant="primary" onPress={() => onApply(chosen)}>
            {DIRECTORY.apply}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={DIRECTORY.bySector}
        appearance="plain"
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => setChosen(Number(id))}
        options={sectors.map((sector) => ({ value: String(sector.id), text: sector.name, detail: sector.acronym }))}
      />
    </Dialog>
  );
}
