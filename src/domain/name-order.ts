const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

/** The order of names in every list: case and accents do not matter, and "Escola 2" comes before "Escola 10". */
export const compareNames = (left: string, right: string): number => collator.compare(left, right);
