import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { LogoWithName } from '../logo.tsx'
import { useDocumentTitle } from './page.tsx'
import classes from './link-page.module.css'

/** A value of an emailed link. It is in the fragment, which browsers do not send to servers (SEC-15). */
export const valueOfLink = (name: string): string => new URLSearchParams(location.hash.replace(/^#/, '')).get(name) ?? ''

interface LinkPageProps {
  title: string
  text: string
  /** Why the link did not work. */
  error?: Error | null
  children: ReactNode
}

/** Target page of an emailed link: one question, one button. */
export function LinkPage({ title, text, error, children }: LinkPageProps) {
  useDocumentTitle(title)
  return (
    <div className={classes.page}>
      <Link to="/" className={classes.home} aria-label={t('Imperium, home')}>
        <LogoWithName />
      </Link>
      <main className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {error && (
          <p className={classes.error} role="alert">
            {error.message}
          </p>
        )}
        <div className={classes.buttons}>{children}</div>
      </main>
    </div>
  )
}
