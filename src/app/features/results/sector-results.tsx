import type { OrganizationRow } from '#contract/reference-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { sectorHref } from '../../shared/screen/result-links.ts';
import { ResultTitle } from './result-title.tsx';
import styles from './results-screen.module.css';

/** Sectors by name or acronym; each leads to its edit screen or to its people, as the person may (rule B14). */
export function SectorResults({ found }: { found: readonly OrganizationRow[] | undefined }) {
  const { may, person, session } = useProfile();
  const reader = { may, superAdmin: person.superAdmin, organizationId: session.organization_id };
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.sectors}>
      {found.map((sector) => (
        <Row key={sector.id} rowKey={String(sector.id)}>
          <span className={styles.words}>
            <ResultTitle href={sectorHref(sector, reader)}>{sector.name}</ResultTitle>
            <span className={styles.meta}>{sector.acronym}</span>
          </span>
        </Row>
      ))}
    </RowList>
  );
}
