import type { Platform } from '../../../platform/platform.ts'
import { nameWorker } from '../../../platform/jobs/worker-name.ts'
import { aliveEveryMs, extendCalls } from './model-calls-store.ts'

/** Calls of this process are its own: when it ends, others on this machine see that at once. */
export const thisProcess = nameWorker()

interface Open {
  ids: Set<string>
  timer: NodeJS.Timeout | null
}

const openCalls = new WeakMap<Platform['db'], Open>()

/** Says every few seconds that the call is still in hand. Returns how that ends. */
export function keepAlive({ db, log }: Pick<Platform, 'db' | 'log'>, id: string): () => void {
  const open: Open = openCalls.get(db) ?? { ids: new Set(), timer: null }
  openCalls.set(db, open)
  open.ids.add(id)
  open.timer ??= setInterval(() => {
    db.withSystem((tx) => extendCalls(tx, thisProcess, [...open.ids])).catch((error: unknown) => {
      log.warn({ err: error }, 'calls of models in hand could not be extended')
    })
  }, aliveEveryMs).unref()
  return () => {
    open.ids.delete(id)
    if (open.ids.size > 0 || !open.timer) return
    clearInterval(open.timer)
    open.timer = null
  }
}
