import { ActionIcon, Loader, Popover, Tooltip } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { t } from '../lib/words.ts'

const ThemePanel = lazy(async () => ({ default: (await import('./theme-panel.tsx')).ThemePanel }))

/** The theme customizer, loaded when it is first opened. */
export function ThemeMenu() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover width={306} position="bottom-end" opened={opened} onChange={setOpened} trapFocus>
      <Tooltip label={t('Customize theme')} disabled={opened}>
        <Popover.Target>
          <ActionIcon aria-label={t('Customize theme')} onClick={() => setOpened((open) => !open)}>
            <IconPalette size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={t('Appearance')} p={12}>
        <Suspense fallback={<Loader size={18} aria-label={t('Loading')} />}>
          <ThemePanel />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
