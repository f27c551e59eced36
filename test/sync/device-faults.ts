/** Faults that a test may plant in authors and their devices. All false for a healthy device. */
export type DeviceFaults = {
  /** Commands made from a conflict go behind everything that its author did later. */
  readonly redoesBehind: boolean;
  /** Work stays unsealed when its author leaves. */
  readonly leavesOpen: boolean;
  /** Leaving erases the sealed work too. */
  readonly losesSealed: boolean;
  /** A login opens all commands but one of the sealed work. */
  readonly opensInPart: boolean;
  /** The next person takes over the unsent work of the person before. */
  readonly passesOn: boolean;
  /** An upgrade keeps only the commands that have all fields of today. */
  readonly dropsOlder: boolean;
  /** The gesture reports success although the storage refused it. */
  readonly saysSaved: boolean;
  /** The bytes of a picked file are stored as text. */
  readonly keepsText: boolean;
  /** What is being sent, or was sent, is taken back too. */
  readonly undoesSent: boolean;
  /** An undone reply does not come back into its form. */
  readonly forgetsUndone: boolean;
};

export const SOUND: DeviceFaults = {
  redoesBehind: false,
  leavesOpen: false,
  losesSealed: false,
  opensInPart: false,
  passesOn: false,
  dropsOlder: false,
  saysSaved: false,
  keepsText: false,
  undoesSent: false,
  forgetsUndone: false,
};
