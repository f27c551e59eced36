import type { ImportReport } from '#contract/import.ts';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { type ReactNode, useId, useState } from 'react';
import { IMPORT, inviteMeansText, inviteText, missingCountText } from '../../text/manage/users.ts';
import styles from './import-screen.module.css';

type TickProps = {
  readonly isTicked: boolean;
  readonly isDisabled: boolean;
  readonly onTick: (isTicked: boolean) => void;
};

/**
 * The tick that invites the new people as the sheet is written. `left`: the number of those who may
 * not log in.
 */
export function Invite({ count, left, ...tick }: TickProps & { readonly count: number; readonly left: number }) {
  return <Tick {...tick} name={inviteText(count)} means={inviteMeansText(left)} />;
}

type MissingProps = TickProps & { readonly missing: NonNullable<ImportReport['missing']> };

/** The people whom the sheet does not name, with the tick that deactivates them. */
export function Missing({ missing, ...tick }: MissingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tick {...tick} name={IMPORT.missing} means={`${missingCountText(missing.length)} ${IMPORT.missingMeans}`}>
      <Disclosure level={3} title={IMPORT.seeMissing} isOpen={isOpen} onOpenChange={setOpen}>
        <ul className={styles.said} translate="no">
          {missing.map(({ id, label }) => (
            <li key={id}>{label}</li>
          ))}
        </ul>
      </Disclosure>
    </Tick>
  );
}

type WordedTickProps = TickProps & { readonly name: string; readonly means: string; readonly children?: ReactNode };

/** A tick for something that is done as the sheet is written, with a sentence on what it means. */
function Tick({ name, means, isTicked, isDisabled, onTick, children }: WordedTickProps) {
  const id = useId();
  return (
    <Card>
      <Checkbox isSelected={isTicked} isDisabled={isDisabled} onChange={onTick} aria-describedby={id}>
        <b>{name}</b>
      </Checkbox>
      <div className={styles.tickMeans}>
        <p id={id}>{means}</p>
        {children}
      </div>
    </Card>
  );
}
