let collator: Intl.Collator | null = null;

/**
 * The order of names in every list: case and accents do not matter, and "Escola 2" comes before
 * "Escola 10".
 */
export function compareNames(left: string, right: string): number {
  // Made when it is needed: the first one of a page takes time, which a start that compares no
  // names need not spend (S147).
  collator ??= new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
  return collator.compare(left, right);
}
