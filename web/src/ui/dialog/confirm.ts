import { useSyncExternalStore } from 'react'

export interface Question {
  /** Short: `Delete agent`. */
  title: string
  /** The text of the specification where it has one: 'Are you sure you want to delete this agent?'. */
  message: string
  /** Label of the confirm button: `Delete`. */
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

/** Shows a confirmation dialog: `if (await confirm({ title, message, action })) ...`. Escape and a click outside return false. */
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

/** The pending question, for the single host that shows it. */
export const usePendingQuestion = (): PendingQuestion | null => useSyncExternalStore(subscribe, () => pending)
