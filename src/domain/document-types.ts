// The three document types. Whether a paper is an ofício or a portaria is part of its physical
// number (rule C4).

export const DOCUMENT_TYPES = ['general_document', 'contract_amendment', 'termination'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const LOG_ACTIONS = ['creation', 'view', 'transfer', 'extension', 'completion', 'reopening'] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];
