/** What a test may break in what authors and their devices do. All false for the real ones. */
export type DeviceFaults = {
  /** What is made of a conflict goes behind everything that its author did later. */
  readonly redoesBehind: boolean;
  /** What somebody leaves stays as it is, unsealed. */
  readonly leavesOpen: boolean;
  /** Leaving erases the sealed work too. */
  readonly losesSealed: boolean;
  /** A login opens all but one command of what was sealed. */
  readonly opensInPart: boolean;
  /** Who enters next takes over what the person before left unsent. */
  readonly passesOn: boolean;
  /** An upgrade keeps only the commands that have all fields of today. */
  readonly dropsOlder: boolean;
  /** A gesture that the storage did not take is called saved. */
  readonly saysSaved: boolean;
  /** The bytes of a picked file are kept as text. */
  readonly keepsText: boolean;
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
};
