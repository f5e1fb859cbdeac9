import { Button, Modal } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import classes from './dialog.module.css'

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

interface Pending extends Question {
  answer: (yes: boolean) => void
}

let pending: Pending | null = null
const listeners = new Set<() => void>()

function publish(next: Pending | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks and waits: `if (await confirm({ title, message, action })) ...`. Escape and a click outside mean no. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => publish({ ...question, answer: resolve }))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the question of `confirm`; stands once in the shell. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => pending)
  // The last question stays readable while the dialog fades out.
  const [last, setLast] = useState<Pending | null>(null)
  if (question && question !== last) setLast(question)
  const answer = (yes: boolean) => {
    question?.answer(yes)
    publish(null)
  }
  return (
    <Modal
      opened={question !== null}
      onClose={() => answer(false)}
      title={last?.title}
      size={420}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.message}>{last?.message}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button {...(last?.danger === false ? {} : { className: classes.danger })} onClick={() => answer(true)} data-autofocus>
          {last?.action}
        </Button>
      </div>
    </Modal>
  )
}
