/**
 * The notices about a document that concerns a person (rules B9, G10): those that an act causes,
 * and those that time causes.
 */
export const EFFECT_NOTICES = [
  'arrival',
  'mention',
  'reply',
  'transfer',
  'extension',
  'completion',
  'reopening',
] as const;
export const DEADLINE_NOTICES = ['reminder', 'overdue'] as const;
export const NOTICES = [...EFFECT_NOTICES, ...DEADLINE_NOTICES] as const;

export type EffectNotice = (typeof EFFECT_NOTICES)[number];
export type DeadlineNotice = (typeof DEADLINE_NOTICES)[number];
export type NoticeKind = (typeof NOTICES)[number];

/**
 * The ways of a notice: a push to the person's devices, an e-mail of its own, or the digest, one
 * e-mail at 8:00.
 */
export const NOTICE_WAYS = ['device', 'email', 'digest'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

/**
 * An event for which a person chooses the ways. An arrival is none of them: it is always told by
 * device and e-mail. `deadline` stands for both notices that time causes.
 */
export type ChosenEvent = Exclude<EffectNotice, 'arrival'> | 'deadline';

/** What a person chose, by event. An event that is absent goes its usual ways. */
export type NoticeChoices = Readonly<Partial<Record<ChosenEvent, readonly NoticeWay[]>>>;

/** The ways of a person who chose nothing. */
export const USUAL_WAYS: Readonly<Record<'arrival' | ChosenEvent, readonly NoticeWay[]>> = {
  arrival: ['device', 'email'],
  reply: ['device'],
  completion: ['device'],
  reopening: ['device'],
  transfer: ['device'],
  extension: ['device'],
  mention: ['device'],
  deadline: ['device', 'email'],
};

/** The events in the order in which the form of the profile lists them. */
export const CHOSEN_EVENTS = Object.keys(USUAL_WAYS).filter((event): event is ChosenEvent => event !== 'arrival');

/** The ways that the person's notices of this event go, in the order of `NOTICE_WAYS`. */
export function waysOf(choices: NoticeChoices, event: ChosenEvent): readonly NoticeWay[] {
  const chosen = choices[event] ?? USUAL_WAYS[event];
  return NOTICE_WAYS.filter((way) => chosen.includes(way));
}

/** Why a person gets a notice: how the document concerns them. */
export const NOTICE_REASONS = ['holds', 'held', 'wrote', 'replied', 'mentioned'] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/**
 * For which reasons a person is told of an act; the first that applies counts. Each reason is as of
 * the act. `wrote`: the creator of the document. `holds`: a responsible before and after the act
 * (for an arrival: only after). `held`: a responsible from whom the act takes the document.
 * `replied`: the author of an earlier reply. `mentioned`: a person picked in a mention. Pushes,
 * e-mails and "Avisos" all use this table, so that they tell the same people.
 */
export const TOLD_FOR = {
  arrival: ['holds'],
  mention: ['mentioned'],
  reply: ['wrote', 'holds'],
  transfer: ['wrote', 'holds', 'replied', 'held'],
  extension: ['wrote', 'holds', 'replied'],
  completion: ['wrote', 'holds', 'replied'],
  reopening: ['wrote', 'holds', 'replied'],
} as const satisfies Readonly<Record<EffectNotice, readonly NoticeReason[]>>;
