import type { ModelRow } from '#contract/reference-data.ts';
import { type ManageSearch, manageSearch } from '../../shared/manage/manage-search.ts';

/** The query of the list of models, as it is in the address. */
export type ModelsSearch = ManageSearch & {
  readonly aba?: 'modelos' | 'fluxos';
  readonly setor?: number;
  readonly arquivo?: ModelRow['file_mime_type'];
};

// The types are repeated here because the address is read before any screen is loaded. Importing
// them would load the contract's schemas.
const FILE_TYPES = ['word', 'pdf'] as const satisfies readonly ModelRow['file_mime_type'][];

/** Reads the address; what does not fit is left out. */
export function modelsSearch(raw: Record<string, unknown>): ModelsSearch {
  const sector = Number(raw['setor']);
  const file = FILE_TYPES.find((type) => type === raw['arquivo']);
  return {
    ...manageSearch(raw),
    ...(raw['aba'] === 'modelos' || raw['aba'] === 'fluxos' ? { aba: raw['aba'] } : {}),
    ...(Number.isSafeInteger(sector) && sector > 0 ? { setor: sector } : {}),
    ...(file === undefined ? {} : { arquivo: file }),
  };
}

type SearchedModel = Pick<ModelRow, 'file_mime_type'> & { readonly organizations: readonly { readonly id: number }[] };

export function passesFilters({ setor, arquivo }: ModelsSearch, model: SearchedModel): boolean {
  return (
    (setor === undefined || model.organizations.some((sector) => sector.id === setor)) &&
    (arquivo === undefined || model.file_mime_type === arquivo)
  );
}

export function isInTab(tab: ModelsSearch['aba'], { type }: Pick<ModelRow, 'type'>): boolean {
  return tab === undefined || type === (tab === 'fluxos' ? 'flow_model' : 'document_model');
}
