import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '../lib/words.ts'
import { setTheme, useMode } from '../theme/store.ts'

/** Switches between light and dark mode. */
export function ModeToggle() {
  const mode = useMode()
  const label = mode === 'dark' ? t('Light mode') : t('Dark mode')
  const Glyph = mode === 'dark' ? IconSun : IconMoon
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setTheme({ mode: mode === 'dark' ? 'light' : 'dark' })}>
        <Glyph size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
