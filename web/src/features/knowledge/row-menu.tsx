import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'

interface RowMenuProps {
  /** Of the row, for the label of the button. */
  name: string
  refusal: string | undefined
  /** Items of the menu. */
  children: ReactNode
}

/** The actions of a row, behind one button. */
export function RowMenu({ name, refusal, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="xs"
          px={7}
          aria-label={t('Actions for {name}', { name })}
          disabled={refusal !== undefined}
          title={refusal}
        >
          <IconDots size={16} stroke={1.8} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
