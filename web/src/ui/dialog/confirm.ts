import { useSyncExternalStore } from 'react'

export interface Question {
  /** Short: `Delete agent`. */
  title: string
  /** The specification's words where it has them: 'Are you sure you want to delete this agent?'. */
  message: string
  /** Word of the button that does it: `Delete`. */
  action: string
  /** Red button, for what cannot be undone. True unless given. */
  danger?: boolean
}

export interface PendingQuestion extends Question {
  answer: (yes: boolean) => void
}

let pending: PendingQuestion | null = null
const listeners = new Set<() => void>()

function publish(next: PendingQuestion | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks and waits: `if (await confirm({ title, message, action })) ...`. Escape and a click outside mean no. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    publish({
      ...question,
      answer: (yes) => {
        publish(null)
        resolve(yes)
      },
    })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that waits for an answer, for the one host that shows it. */
export const usePendingQuestion = (): PendingQuestion | null => useSyncExternalStore(subscribe, () => pending)
