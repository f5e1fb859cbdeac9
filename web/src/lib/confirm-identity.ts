import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

export interface IdentityQuestion {
  /** True after the user verified their identity; false if they cancelled. */
  answer: (isProved: boolean) => void
}

let pending: IdentityQuestion | null = null
let waiting: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function publish(next: IdentityQuestion | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Verifies the user's identity before a sensitive operation; concurrent calls share one dialog. */
function confirmIdentity(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    publish({
      answer: (isProved) => {
        waiting = null
        publish(null)
        resolve(isProved)
      },
    })
  })
  return waiting
}

/** Sends a request. A sensitive one is sent again after the user has verified their identity. */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  return send().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.problem?.code !== 'REAUTHENTICATION_REQUIRED' || !(await confirmIdentity())) throw error
    return send()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that waits, for the one host that shows it. */
export const useIdentityQuestion = (): IdentityQuestion | null => useSyncExternalStore(subscribe, () => pending)
