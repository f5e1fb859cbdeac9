import type { Platform } from './platform.ts'

/** What modules leave with one that must not import them: whom it asks before it takes something away, who goes along with what it does. */
export interface PlatformList<T> {
  add(platform: Platform, item: T): void
  of(platform: Platform): readonly T[]
  /** Asks one after the other, in the order in which they came, and answers what all of them said. */
  gather<R>(platform: Platform, ask: (item: T) => Promise<readonly R[]>): Promise<R[]>
}

/** A list for each platform, because a process may hold several apps (tests do), each with modules of its own. */
export function createPlatformList<T>(): PlatformList<T> {
  const lists = new WeakMap<Platform, readonly T[]>()
  const of = (platform: Platform) => lists.get(platform) ?? []
  return {
    of,
    add: (platform, item) => void lists.set(platform, [...of(platform), item]),
    gather: async (platform, ask) => {
      const answers = []
      for (const item of of(platform)) answers.push(...(await ask(item)))
      return answers
    },
  }
}
