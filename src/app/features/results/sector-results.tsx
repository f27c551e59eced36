import type { OrganizationRow } from '#contract/reference-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowMeta, RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { sectorHref } from '../../shared/screen/result-links.ts';

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
          <RowWords>
            <RowTitle href={sectorHref(sector, reader)} standsApart>
              {sector.name}
            </RowTitle>
            <RowMeta>{sector.acronym}</RowMeta>
          </RowWords>
        </Row>
      ))}
    </RowList>
  );
}
