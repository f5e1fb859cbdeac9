import type { Platform } from './platform.ts'

/** What a module's manifest gives to an extension point of another module, or of the platform. */
export interface Extension {
  attach(platform: Platform): void
}

/** A place of a module that others extend: it asks them before it takes something away, or lets them join in what it does. It imports none of them. */
export interface ExtensionPoint<T> {
  /** For the manifest of the module that extends it. */
  entry(item: T): Extension
  /** In the order of the modules in `app.ts`. */
  of(platform: Platform): readonly T[]
  /** Asks one after the other and answers what all of them said. */
  gather<R>(platform: Platform, ask: (item: T) => Promise<readonly R[]>): Promise<R[]>
}

/** Entries are kept for each platform, because a process may hold several apps (tests do), each with modules of its own. */
export function extensionPoint<T>(): ExtensionPoint<T> {
  const lists = new WeakMap<Platform, readonly T[]>()
  const of = (platform: Platform) => lists.get(platform) ?? []
  return {
    of,
    entry: (item) => ({ attach: (platform) => void lists.set(platform, [...of(platform), item]) }),
    gather: async (platform, ask) => {
      const responses = []
      for (const item of of(platform)) responses.push(...(await ask(item)))
      return responses
    },
  }
}
