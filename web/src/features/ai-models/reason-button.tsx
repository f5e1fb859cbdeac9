import { Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ai-models.module.css'

interface ReasonButtonProps {
  /** Why the button is disabled; undefined when it is enabled. A disabled button stays focusable, so that the reason can be read. */
  reason: string | undefined
  label: string
  icon: ReactNode
  onClick: () => void
}

/** A button that shows why it is disabled. */
export function ReasonButton({ reason, label, icon, onClick, children }: ReasonButtonProps & { children: ReactNode }) {
  if (reason === undefined)
    return (
      <Button variant="subtle" size="compact-sm" leftSection={icon} aria-label={label} onClick={onClick}>
        {children}
      </Button>
    )
  return (
    <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={icon}
        aria-label={`${label}. ${reason}`}
        aria-disabled
        className={classes.refused}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
