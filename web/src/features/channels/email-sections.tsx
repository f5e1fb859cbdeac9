import { useCan } from '../../lib/use-session.ts'
import { DomainsCard } from './domains-card.tsx'
import { FooterCard } from './footer-card.tsx'
import { SendersCard } from './senders-card.tsx'
import { SuppressionsCard } from './suppressions-card.tsx'
import classes from './channels.module.css'

/** Senders, sending domains, suppression list, footer. */
export function EmailSections() {
  const mayManage = useCan('channels:manage')
  return (
    <div className={classes.stack}>
      <SendersCard mayManage={mayManage} />
      <DomainsCard mayManage={mayManage} />
      <FooterCard mayManage={mayManage} />
      <SuppressionsCard />
    </div>
  )
}
