/** The props without `undefined` among their values. */
export type DefinedProps<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Drops the keys whose value is `undefined`. The kit's props accept `undefined`; the libraries
 * beneath have exact optional types, and some treat a present `undefined` as a value (controlled
 * against uncontrolled).
 */
export function defined<T extends object>(props: T): DefinedProps<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as DefinedProps<T>;
}
