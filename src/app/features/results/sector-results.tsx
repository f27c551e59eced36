import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { sectorHref } from '../../shared/screen/result-links.ts';
import { ResultTitle } from './result-title.tsx';
import styles from './results-screen.module.css';

/** Sectors by name or acronym; each leads to its edit screen or to its people, as the person may (rule B14). */
export function SectorResults({ text }: { text: string }) {
  const { mirror, may, person, session } = useProfile();
  const reader = { may, superAdmin: person.superAdmin, organizationId: session.organization_id };
  const found = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const sectors = tokens.length === 0 ? [] : await activeOrganizations(mirror);
    return sectors.filter((one) => matchesTokens(fold(`${one.name} ${one.acronym}`), tokens));
  }, [mirror, text]);
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.sectors}>
      {found.map((sector) => (
        <Row key={sector.id}>
          <span className={styles.words}>
            <ResultTitle href={sectorHref(sector, reader)}>{sector.name}</ResultTitle>
            <span className={styles.meta}>{sector.acronym}</span>
          </span>
        </Row>
      ))}
    </RowList>
  );
}
