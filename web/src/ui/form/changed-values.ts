/** What a user changed in a form: other fields may have been changed by someone else since it was opened, and stay. */
export const changedValues = <T extends object>(initial: T, values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof T])),
  ) as Partial<T>
