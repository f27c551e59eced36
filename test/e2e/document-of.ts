import { addDays, dayAt } from '#domain/dates.ts';
import type { DocumentFull } from '#contract/documents.ts';
import { type ApiClient, createOverHttp } from './api-client.ts';
import { samplePdf } from './sample-files.ts';

/**
 * Creates a document of `author` with a unique title, assigned to `responsible` and their sector,
 * due in 20 days.
 */
export async function documentOf(
  author: ApiClient,
  { title, responsible, content }: { title: string; responsible: ApiClient; content?: string },
): Promise<DocumentFull> {
  const { user } = responsible;
  if (user.organization_id === null) throw new Error('the responsible has no sector');
  return createOverHttp(author, {
    title: `${title} ${Date.now()}`,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 20),
    organizationId: user.organization_id,
    userId: user.id,
    files: [samplePdf('laudo.pdf', 2_000)],
    ...(content === undefined ? {} : { content }),
  });
}
