/**
 * What a person is told of a document that concerns them (rules B9, G10): of what somebody did, and
 * of what time does.
 */
export const EFFECT_NOTICES = ['arrival', 'mention', 'reply'] as const;
export const DEADLINE_NOTICES = ['reminder', 'overdue'] as const;
export const NOTICES = [...EFFECT_NOTICES, ...DEADLINE_NOTICES] as const;

export type EffectNotice = (typeof EFFECT_NOTICES)[number];
export type DeadlineNotice = (typeof DEADLINE_NOTICES)[number];
