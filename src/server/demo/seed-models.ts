import { writeDocx } from './office.ts';
import { PAPERS } from './papers.ts';
import { writePdf } from './pdf.ts';
import { SECTORS } from './places.ts';
import type { RowBuffer } from './row-buffer.ts';
import type { FileToSeed } from './seed-files.ts';
import { FIRST_REV, type Town } from './seed-town.ts';

/** Adds models and flows (rules B13, C10); answers the files they need. */
export function seedModels(buffer: RowBuffer, facts: { town: Town; now: number }): FileToSeed[] {
  const { town, now } = facts;
  return PAPERS.map((paper) => {
    const id = buffer.id('models');
    buffer.add('models', {
      tenant_id: town.tenantId,
      id,
      rev: FIRST_REV,
      name: paper.name,
      description: paper.description,
      type: paper.type,
      file_mime_type: paper.files,
      status: paper.active === false ? 'inactive' : 'active',
      created_at: new Date(now).toISOString(),
    });
    for (const acronym of paper.sectors ?? SECTORS.map((sector) => sector.acronym)) {
      buffer.add('model_organizations', {
        tenant_id: town.tenantId,
        model_id: id,
        organization_id: town.sectorId(acronym),
      });
    }
    const text = { title: paper.name, lines: [paper.description, 'Prefeitura Municipal de Vale do Ipê'] };
    const word = paper.files === 'word';
    return {
      tenantId: town.tenantId,
      modelId: id,
      position: 0,
      name: `${paper.name.replaceAll(':', ' -')}.${word ? 'docx' : 'pdf'}`,
      createdAt: now,
      bytes: () => (word ? writeDocx(text) : writePdf(text)),
    };
  });
}
