import { Fragment } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './route-line.module.css';

/** A sector the document went through; `note` says for how long. */
export type RouteStation = {
  id: string;
  name: string;
  note?: string | undefined;
  isCurrent?: boolean | undefined;
  isPencil?: boolean | undefined;
};

/** The sectors of a document on one line; the present one is filled. */
export function RouteLine({ label, stations }: { label: string; stations: RouteStation[] }) {
  return (
    <ol aria-label={label} className={styles.route}>
      {stations.map(({ id, name, note, isCurrent, isPencil }, index) => (
        <Fragment key={id}>
          {index > 0 ? <li aria-hidden className={classNames(styles.way, isPencil && styles.pencilWay)} /> : null}
          <li
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(styles.station, isCurrent && styles.current, isPencil && styles.pencil)}
          >
            <span className={styles.ring} />
            <span translate="no" className={styles.name}>
              {name}
            </span>
            {note ? <span className={styles.note}>{note}</span> : null}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
