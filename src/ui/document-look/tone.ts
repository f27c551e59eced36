/** Patterns of the lombada: the six states of a document and what exists only on this device. */
export type SpineTone = 'sent' | 'pending' | 'under_review' | 'extended' | 'overdue' | 'completed' | 'local';

/** Carimbos: every lombada tone, and the second tag for exceptions. */
export type StampTone = SpineTone | 'exception';
