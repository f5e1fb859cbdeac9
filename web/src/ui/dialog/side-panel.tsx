import { ActionIcon, Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from './return-focus.tsx'
import { scrollRootAttribute } from '../page/use-scroll-root.ts'
import classes from './dialog.module.css'

interface SidePanelProps {
  opened: boolean
  onClose: () => void
  /** Also the accessible name. */
  title: string
  subtitle?: ReactNode
  /** An icon before the title. */
  icon?: ReactNode
  actions?: ReactNode
  /** Pixels or a share of the window (`60%`); phones take the whole window. */
  width?: number | string
  children: ReactNode
}

/** A floating panel at the right edge, for details or a long form. */
export function SidePanel({ opened, onClose, title, subtitle, icon, actions, width = 560, children }: SidePanelProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      offset={8}
      size={`min(${typeof width === 'number' ? `${width}px` : width}, 100vw - 16px)`}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={title} classNames={{ content: classes.panel }} radius={14}>
        <ReturnFocus />
        <div className={classes.panelHead}>
          {icon}
          <div className={classes.panelWords}>
            <h2 className={classes.panelTitle}>{title}</h2>
            {subtitle && <div className={classes.panelSubtitle}>{subtitle}</div>}
          </div>
          <div className={classes.panelActions}>
            {actions}
            <ActionIcon aria-label={t('Close')} size={34} onClick={onClose}>
              <IconX size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </div>
        </div>
        <div className={classes.panelBody} {...{ [scrollRootAttribute]: '' }}>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
