/** What happened to the secrets of a module when the encryption key changed. */
export interface RewrappedSecrets {
  rewrapped: number
  /** What opens with no configured key: whose it is, and how to replace it. */
  unreadable: readonly string[]
}

/** The same with unreadable secrets in words. */
export const describeUnreadable = <T>(
  { rewrapped, unreadable }: { rewrapped: number; unreadable: readonly T[] },
  describe: (owner: T) => string,
): RewrappedSecrets => ({ rewrapped, unreadable: unreadable.map(describe) })
