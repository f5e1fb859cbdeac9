import { Button, Skeleton } from '@mantine/core'
import { IconHistoryOff, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { query } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { recipientTones, recipientLabels } from '../recipient-labels.ts'
import { useSends } from '../use-sends.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../review/messages.module.css'

const DraftsReview = lazy(async () => ({ default: (await import('../review/drafts-review.tsx')).DraftsReview }))

const AgentSamples = lazy(async () => ({ default: (await import('../review/agent-samples.tsx')).AgentSamples }))

interface MessagesTabProps {
  campaign: Campaign
  onContact: (contactId: string) => void
}

/** The agent's drafts that wait for review, the sent messages, and links to the replies. */
export function MessagesTab({ campaign, onContact }: MessagesTabProps) {
  const { stats } = campaign
  return (
    <div className={styles.stack}>
      {(campaign.definition.agent || campaign.needsReview) && (
        <Suspense fallback={<Skeleton height={220} radius={12} />}>
          <DraftsReview campaign={campaign} />
        </Suspense>
      )}
      {campaign.definition.agent && (campaign.status === 'draft' || campaign.status === 'scheduled') && (
        <Suspense fallback={null}>
          <AgentSamples campaignId={campaign.id} />
        </Suspense>
      )}
      <Card title={t('Replies')}>
        <p className={classes.replies}>
          {stats.responded === 0 ? (
            t('No replies yet.')
          ) : (
            <>
              {plural(stats.responded, { one: '{count} person replied.', other: '{count} people replied.' })}{' '}
              <OrgLink path={`messages?campaign=${campaign.id}`} className="link">
                {t('Read them under Messages')}
              </OrgLink>
            </>
          )}
        </p>
      </Card>
      <SentMessages campaign={campaign} onContact={onContact} />
    </div>
  )
}

function SentMessages({ campaign, onContact }: MessagesTabProps) {
  const sent = useQuery({
    ...query(campaignReports.messages, { params: { id: campaign.id } }),
    staleTime: 0,
    meta: { silent: true },
  })
  const newest = useSends(campaign.id).sends[0]
  if (sent.isError && !sent.data)
    return <ErrorState error={sent.error} title={t('Failed to load the messages')} onRetry={() => void sent.refetch()} />
  if (!sent.data) return <Skeleton height={280} radius={12} />
  if (sent.data.length === 0 && newest?.recipientsErasedAt)
    return (
      <EmptyState
        icon={IconHistoryOff}
        title={t('Messages no longer listed')}
        text={t('The recipients of the latest send are no longer stored. Its figures are.')}
      />
    )
  if (sent.data.length === 0)
    return <EmptyState icon={IconMessages} title={t('Nothing sent yet')} text={t('The last messages that were sent are shown here.')} />
  return (
    <Card title={t('Sent last')} aside={plural(sent.data.length, { one: '{count} message', other: '{count} messages' })}>
      <p className={classes.muted}>{t("The sent version with today's contact data. Later changes of the contact are included.")}</p>
      <ul className={classes.list}>
        {sent.data.map(({ contactId, name, address, status, sentAt, subject, text }) => (
          <li key={contactId} className={classes.message}>
            <div className={classes.head}>
              <b>{name || address}</b>
              <span className={classes.muted}>{address}</span>
              <StatusDot tone={recipientTones[status]} label={recipientLabels[status]} />
              <span className={classes.muted}>{formatMoment(sentAt)}</span>
            </div>
            {subject && <p className={classes.subject}>{subject}</p>}
            <p className={classes.text}>{text}</p>
            <Button size="compact-xs" variant="default" onClick={() => onContact(contactId)}>
              {t('What happened')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
