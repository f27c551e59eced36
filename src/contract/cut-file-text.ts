/** The sentence about an accepted file that seems to have lost its end (S194). */
export function cutFileText(name: string): string {
  return `${name} parece incompleto, como depois de uma cópia interrompida. Abra-o e confira antes de enviar.`;
}
