import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './expand-button.module.css'

interface ExpandButtonProps {
  opened: boolean
  /** Id of what it opens. */
  controls: string
  onToggle: () => void
  /** The head of a row in a list: as wide as the row. */
  isRow?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Opens and closes what lies below it; a chevron shows which. */
export function ExpandButton({ opened, controls, onToggle, isRow, className, children }: ExpandButtonProps) {
  return (
    <UnstyledButton
      className={`${isRow ? classes.row : ''} ${className ?? ''}`}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onToggle}
    >
      <IconChevronRight size={isRow ? 15 : 14} stroke={1.8} className={classes.chevron} data-open={opened || undefined} aria-hidden />
      {children}
    </UnstyledButton>
  )
}
