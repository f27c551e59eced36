/**
 * The notices about a document that concerns a person (rules B9, G10): those that an act causes,
 * and those that time causes.
 */
export const EFFECT_NOTICES = ['arrival', 'mention', 'reply'] as const;
export const DEADLINE_NOTICES = ['reminder', 'overdue'] as const;
export const NOTICES = [...EFFECT_NOTICES, ...DEADLINE_NOTICES] as const;

export type EffectNotice = (typeof EFFECT_NOTICES)[number];
export type DeadlineNotice = (typeof DEADLINE_NOTICES)[number];
