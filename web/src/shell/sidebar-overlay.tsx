import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../lib/words.ts'
import classes from './header.module.css'

/** The sidebar of small screens, over the page. */
export function SidebarOverlay({ opened, onClose, children }: { opened: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="left" size={284}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('Menu')} classNames={{ content: classes.overlay }}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}
