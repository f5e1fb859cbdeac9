type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that a caller gave: those that are undefined are left out. */
export const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
