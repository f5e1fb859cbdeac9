import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { isServed } from './store.ts'

/** The names of those that use a model, in order; at least the first six, where there are so many. */
export type FindModelUsers = (tx: OrgTx, modelId: string) => Promise<string[]>

// By platform, because a process may hold several apps (tests do), each with modules of its own.
const finders = new WeakMap<Platform, FindModelUsers[]>()

/** Lets a module that names models (agents) be asked before one is taken away. Called by it when it is made; this module imports none of them. */
export function onModelUse(platform: Platform, find: FindModelUsers): void {
  finders.set(platform, [...(finders.get(platform) ?? []), find])
}

const shownNames = 5

/** Refuses to take away what still serves somebody. @throws 409 with the names. */
export async function assertModelUnused(platform: Platform, tx: OrgTx, config: { id: string; modelId: string }): Promise<void> {
  const asked = finders.get(platform) ?? []
  if (asked.length === 0 || (await isServed(tx, config.modelId, config.id))) return
  const names: string[] = []
  for (const find of asked) names.push(...(await find(tx, config.modelId)))
  if (names.length === 0) return
  const shown = names.slice(0, shownNames).join(', ')
  const more = names.length > shownNames ? ' and others' : ''
  throw conflict(`This model is used by ${shown}${more}. Give these agents another model first.`)
}
