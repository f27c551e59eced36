const WITHOUT_NUMBER = 'Sem número';

/** `PMVI 042` for `PMVI042`: for titles and sentences, where CSS can't draw the gap (rule C5). */
export function spacedTicket(ticket: string): string {
  return ticket.replace(/(\D)(\d+)$/u, '$1 $2');
}

/**
 * How a sentence names a document: `PMVI 042`, or `o documento novo L-7F3A` before it has a number
 * (rule C6).
 */
export function documentName(document: { ticket: string | null; localCode: string | null }): string {
  if (document.ticket !== null) return spacedTicket(document.ticket);
  return document.localCode === null ? 'o documento novo' : `o documento novo ${document.localCode}`;
}

/** How a heading names it: `PMVI 042`, or `Sem número · L-7F3A`. */
export function documentHeading(document: { ticket: string | null; localCode: string | null }): string {
  if (document.ticket !== null) return spacedTicket(document.ticket);
  return document.localCode === null ? WITHOUT_NUMBER : `${WITHOUT_NUMBER} · ${document.localCode}`;
}
