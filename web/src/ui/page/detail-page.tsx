import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import classes from './detail-page.module.css'
import { Page } from './page.tsx'

interface QueryPageProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Heading until the data is there: the noun. */
  title: string
  /** Message when the data could not be loaded. */
  failed: string
  children: (data: T) => ReactNode
}

/** A page about one row: a placeholder first, then the row, or why it is not shown (not found, forbidden, failed). */
export function QueryPage<T>({ query: { data, error, refetch }, title, failed, children }: QueryPageProps<T>) {
  if (data !== undefined) return children(data)
  return (
    <Page title={title}>
      {error ? <ErrorState error={error} title={failed} onRetry={() => void refetch()} /> : <Skeleton height={420} radius={12} aria-busy />}
    </Page>
  )
}

interface DetailPageProps {
  title: string
  documentTitle?: string
  /** A StatusDot. */
  status: ReactNode
  /** Short facts behind the status; empty ones are left out. */
  facts: readonly (string | false | null | undefined)[]
  /** At most one filled button. */
  actions: ReactNode
  description?: string
  children: ReactNode
}

/** The frame of a page about one row: name, status and facts in a line, actions, description. */
export function DetailPage({ status, facts, description, children, ...page }: DetailPageProps) {
  return (
    <Page
      {...page}
      subtitle={
        <span className={classes.facts}>
          {status}
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
        </span>
      }
    >
      {description && (
        <p className={classes.description} title={description}>
          {description}
        </p>
      )}
      {children}
    </Page>
  )
}
