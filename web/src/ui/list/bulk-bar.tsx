import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { plural, t } from '../../lib/words.ts'
import classes from './bulk-bar.module.css'

export interface BulkAction {
  label: string
  icon: Icon
  onClick: () => void
  /** Why the action is not possible now; disables the button and is shown on it. */
  disabledReason?: string | undefined
}

interface BulkBarProps {
  count: number
  actions: readonly BulkAction[]
  onClear: () => void
  busy?: boolean
}

/** Floats over a list while rows are selected. */
export function BulkBar({ count, actions, onClear, busy = false }: BulkBarProps) {
  if (count === 0) return null
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label={t('Selected rows')}>
        <span className={classes.count} role="status">
          {plural(count, { one: '{count} selected', other: '{count} selected' })}
        </span>
        {actions.map(({ label, icon: Glyph, onClick, disabledReason }) => (
          <Button
            key={label}
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<Glyph size={16} stroke={1.7} aria-hidden />}
            onClick={onClick}
            disabled={busy || disabledReason !== undefined}
            title={disabledReason}
          >
            {label}
          </Button>
        ))}
        <ActionIcon aria-label={t('Clear selection')} size={34} onClick={onClear}>
          <IconX size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
