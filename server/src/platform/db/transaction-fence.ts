import { AsyncLocalStorage } from 'node:async_hooks'

/** Bounds the transactions of work that only one process may do. */
export interface TransactionFence {
  /** Checked before a transaction and again before its commit is sent. @throws when the process may not go on */
  check(): void
  /** SQL that runs with `begin`, in the same message, and once more with the commit; it fails when another process has taken over. */
  begin: readonly string[]
  commit: string
}

const fencing = new AsyncLocalStorage<TransactionFence>()

/** Every transaction that `work` opens stands behind the fence. */
export const behindFence = <T>(fence: TransactionFence, work: () => T): T => fencing.run(fence, work)

export const currentFence = (): TransactionFence | undefined => fencing.getStore()
