import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboard } from '@imperium/contract/dashboard.ts'
import type { HeldKind, HeldWork } from '@imperium/contract/dashboard.ts'
import { query } from '../../lib/api.ts'
import { profileQuery } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { formatMoment } from '../../lib/format.ts'
import classes from './held-banner.module.css'

const labelOf: Record<Exclude<HeldKind, 'job'>, () => string> = {
  campaign: () => t('Campaign being sent'),
  scheduled_campaign: () => t('Scheduled campaign'),
  workflow_run: () => t('Workflow runs'),
  workflow_schedule: () => t('Scheduled workflow'),
  agent_run: () => t('Agent runs'),
  webhook: () => t('Webhook'),
  recurring_invoice: () => t('Recurring invoice'),
  renewal: () => t('Renewal of the plan'),
  report: () => t('Scheduled report'),
  digest: () => t('Weekly digests'),
  confirmation: () => t('Confirmation requests to imported contacts'),
  trigger: () => t('Items of a trigger'),
  diet_plan: () => t('Diet plan being written'),
  email: () => t('Product emails'),
}

/** Shown to every role above the pages of a restored copy, until the operator says that it is the real one. */
export function HeldBanner() {
  const [isOpen, setOpen] = useState(false)
  // The banner goes within half a minute of the operator's word.
  useQuery({ ...profileQuery, refetchInterval: 30_000 })
  return (
    <section className={classes.banner} aria-label={t('Restored copy')}>
      <p>{t('This is a restored copy. Nothing is sent and background work waits until the operator confirms that it is the real one.')}</p>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('Hide what waits') : t('Show what waits')}
      </Button>
      {isOpen && <WaitingWork />}
    </section>
  )
}

function WaitingWork() {
  const { data } = useQuery(query(dashboard.heldWork))
  if (!data) return null
  if (data.items.length === 0) return <p className={classes.list}>{t('Nothing of this organization waits.')}</p>
  return (
    <div className={classes.list}>
      <p>
        {data.dataUntil
          ? t('The data ends at {time}. What was due since may have gone out already: pause or cancel what must not go out again.', {
              time: formatMoment(data.dataUntil),
            })
          : t('What was due may have gone out already: pause or cancel what must not go out again.')}
      </p>
      <ul>
        {data.items.map((item) => (
          <li key={`${item.kind} ${item.id ?? item.name}`}>{lineOf(item)}</li>
        ))}
      </ul>
    </div>
  )
}

function lineOf({ kind, name, count }: HeldWork['items'][number]): string {
  const label = kind === 'job' ? name : labelOf[kind]()
  const subject = kind === 'email' || kind === 'job' || name === '' ? label : `${label}: ${name}`
  return count > 1 ? `${subject} (${count})` : subject
}
