import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { Fragment } from 'react'
import { t } from '../../lib/words.ts'
import type { MergeField } from './merge-field.ts'

interface MergeFieldMenuProps {
  fields: readonly MergeField[]
  onPick: (field: MergeField) => void
  label: string
  /** Icon only, inside a field. */
  compact?: boolean
}

/** A press must not take the focus, and with it the selection, from the text. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/** The variables of a message, by group. */
export function MergeFieldMenu({ fields, onPick, label, compact = false }: MergeFieldMenuProps) {
  const groups = [...new Set(fields.map(({ group }) => group))]
  return (
    // A list that scrolls needs items that Tab reaches.
    <Menu width={300} returnFocus={false} menuItemTabIndex={0}>
      <Menu.Target>
        {compact ? (
          <ActionIcon aria-label={label} size={26} onMouseDown={keepFocus}>
            <IconBraces size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={label}
            leftSection={<IconBraces size={15} stroke={1.7} aria-hidden />}
            onMouseDown={keepFocus}
          >
            {t('Merge field')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {groups.map((group) => (
          <Fragment key={group}>
            {group !== '' && <Menu.Label>{group}</Menu.Label>}
            {fields
              .filter((field) => field.group === group)
              .map((field) => (
                <Menu.Item key={field.name} onClick={() => onPick(field)} rightSection={<code className="mono">{field.name}</code>}>
                  {field.label}
                </Menu.Item>
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
