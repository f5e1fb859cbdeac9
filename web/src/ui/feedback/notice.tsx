import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'bad' | 'warn' | 'info'
  title?: ReactNode
  /** Links or buttons below the text. */
  action?: ReactNode
  children?: ReactNode
}

/** A framed message above or inside a page. */
export function Notice({ tone, title, action, children }: NoticeProps) {
  const Symbol = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Symbol size={17} stroke={1.7} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div className={classes.text}>{children}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </div>
  )
}
