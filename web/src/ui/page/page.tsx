import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { productName } from '../../lib/brand/brand.ts'
import classes from './page.module.css'

interface PageProps {
  title: string
  subtitle?: ReactNode
  /** At most one filled button. */
  actions?: ReactNode
  /** Text of the browser tab; default: the title (a greeting is not suitable for a tab). */
  documentTitle?: string
  children: ReactNode
}

/** The frame of every page of an organization: heading, one line of text, actions, content. */
export function Page({ title, subtitle, actions, documentTitle, children }: PageProps) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Names the browser tab: `AI Agents · Imperium`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const product = productName()
    document.title = title === product ? title : `${title} · ${product}`
  }, [title])
}
