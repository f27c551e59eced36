export type ModelPreviewSearch = { previa?: number };

/** Reads which model's preview is open over a screen: `?previa=12`. */
export function modelPreviewSearch(raw: Record<string, unknown>): ModelPreviewSearch {
  const id = Number(raw['previa']);
  return Number.isSafeInteger(id) && id > 0 ? { previa: id } : {};
}
