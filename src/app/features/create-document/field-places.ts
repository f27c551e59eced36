import { useMedia } from '../../device/use-layout-kind.ts';
import type { RequiredField } from './create-form.ts';

/** The fields that the links of the footer lead to. */
export const FIELD_PLACE: Record<RequiredField, string> = {
  type: 'campo-tipo',
  subject: 'campo-assunto',
  title: 'campo-titulo',
  physicalNumber: 'campo-numero-fisico',
  exception: 'campo-excecao',
  organization: 'campo-setor',
  responsible: 'campo-responsavel',
  limitDate: 'campo-data-limite',
  content: 'campo-texto',
  files: 'campo-arquivos',
};

const FOCUSABLE = 'input:not([type="file"]), textarea, [contenteditable="true"], button';

/** Moves the focus into a field of the form and scrolls it into view. */
export function focusField(field: RequiredField): void {
  const place = document.getElementById(FIELD_PLACE[field]);
  place?.scrollIntoView({ block: 'center' });
  place?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
}

/** Help is shown in the margin from 1280 px on, and under its field below that. */
export function useHasMargin(): boolean {
  return useMedia('(min-width: 1280px)');
}
