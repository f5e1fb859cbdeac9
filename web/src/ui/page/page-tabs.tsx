import { Skeleton, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import classes from './page-tabs.module.css'
import { useTabInSight } from './use-tab-in-sight.ts'

interface PageTabsProps<Tab extends string> {
  /** The tabs in their order, with their labels. */
  tabs: Record<Tab, string>
  open: Tab
  onOpen: (tab: Tab) => void
  /** Placeholder while the code of a tab loads. */
  skeletonHeight?: number
  /** Of the panel. */
  className?: string | undefined
  /** Content of the open tab; may be lazy. */
  children: ReactNode
}

/** The labels of tabs that are a list of definitions. */
export const labelsOf = <Tab extends string>(tabs: readonly { value: Tab; label: string }[]): Record<Tab, string> =>
  Object.fromEntries(tabs.map(({ value, label }) => [value, label])) as Record<Tab, string>

/** The tabs of a page. On a phone the row scrolls, with the open tab in sight; an error stays in its tab. */
export function PageTabs<Tab extends string>({ tabs, open, onOpen, skeletonHeight = 320, className, children }: PageTabsProps<Tab>) {
  const list = useTabInSight(open)
  const keys = Object.keys(tabs) as Tab[]
  return (
    <Tabs value={open} onChange={(next) => keys.filter((key) => key === next).forEach((key) => onOpen(key))} keepMounted={false}>
      <Tabs.List ref={list} className={classes.list ?? ''}>
        {keys.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {tabs[key]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open} className={className ?? classes.panel ?? ''}>
        <ErrorBoundary resetKey={open}>
          <Suspense fallback={<Skeleton height={skeletonHeight} radius={12} />}>{children}</Suspense>
        </ErrorBoundary>
      </Tabs.Panel>
    </Tabs>
  )
}
