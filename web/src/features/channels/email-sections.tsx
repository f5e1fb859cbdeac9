import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { domainsQuery, emailSettingsQuery, sendersQuery, suppressionsQuery } from './api.ts'
import { DomainsCard } from './domains-card.tsx'
import { FooterCard } from './footer-card.tsx'
import { styleQuery } from '../email-designer/index.ts'
import { StyleCard } from './style-card.tsx'
import { SendersCard } from './senders-card.tsx'
import { SuppressionsCard } from './suppressions-card.tsx'
import styles from '../../ui/styles.module.css'

interface EmailSectionsProps {
  /** False until `children` is complete. */
  isReady: boolean
  /** Below the sections. */
  children: ReactNode
}

/** Senders, sending domains, suppression list, footer, style. Shown once all are read: a card that grows would push down those below it. */
export function EmailSections({ isReady, children }: EmailSectionsProps) {
  const mayManage = useCan('channels:manage')
  const isPending = useQueries({
    queries: [sendersQuery, domainsQuery, emailSettingsQuery, suppressionsQuery, styleQuery],
    combine: (results) => results.some((result) => result.isPending),
  })
  if (isPending || !isReady) return <Skeleton height={420} radius={12} />
  return (
    <div className={styles.stack}>
      <SendersCard mayManage={mayManage} />
      <DomainsCard mayManage={mayManage} />
      <FooterCard mayManage={mayManage} />
      <StyleCard />
      <SuppressionsCard />
      {children}
    </div>
  )
}
