// Words of the choice between the two editors.

export const EDITOR_TEXT = {
  toSimple: 'Editor simples',
  toRich: 'Editor com formatação',
} as const;
