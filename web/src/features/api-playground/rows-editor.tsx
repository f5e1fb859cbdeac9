import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { PlaygroundRow } from '@imperium/contract/api-playground.ts'
import { t } from '../../lib/words.ts'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

interface RowsEditorProps {
  /** Names the rows for screen readers: `Query parameter`. */
  label: string
  addLabel: string
  rows: readonly PlaygroundRow[]
  onChange: (rows: PlaygroundRow[]) => void
}

/** Keys with values that can be switched off one by one. */
export function RowsEditor({ label, addLabel, rows, onChange }: RowsEditorProps) {
  const set = (at: number, change: Partial<PlaygroundRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <div className={styles.stack8}>
      {rows.map((row, at) => (
        // Rows have no identity of their own, and only the last position is added to.
        <div key={at} className={classes.row}>
          <Checkbox
            aria-label={t('{what} {number}: enabled', { what: label, number: at + 1 })}
            checked={row.enabled}
            onChange={(event) => set(at, { enabled: event.currentTarget.checked })}
          />
          <TextInput
            aria-label={t('{what} {number}: key', { what: label, number: at + 1 })}
            classNames={{ input: classes.mono ?? '' }}
            value={row.key}
            maxLength={200}
            onChange={(event) => set(at, { key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('{what} {number}: value', { what: label, number: at + 1 })}
            classNames={{ input: classes.mono ?? '' }}
            value={row.value}
            maxLength={4000}
            onChange={(event) => set(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('{what} {number}: remove', { what: label, number: at + 1 })}
            onClick={() => onChange(rows.filter((_row, index) => index !== at))}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        onClick={() => onChange([...rows, { enabled: true, key: '', value: '' }])}
      >
        {addLabel}
      </Button>
    </div>
  )
}
