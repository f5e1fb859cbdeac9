import { Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import { query } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { detailText, reasonText } from '../../../lib/labels/reason-labels.ts'
import { recipientTones, recipientLabels } from '../recipient-labels.ts'
import { describeAnswer, describeCheck } from './describe-story.ts'
import { momentsOf } from './story-moments.ts'
import classes from './story.module.css'

type Story = Data<typeof campaignReports.why>

const eventLabels: Record<string, string> = {
  queued: t('Queued'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  opened: t('Opened'),
  clicked: t('Clicked'),
  responded: t('Responded'),
  bounced: t('Bounced'),
  complained: t('Complained'),
  unsubscribed: t('Unsubscribed'),
  failed: t('Failed'),
  delayed: t('Delayed by the receiving server, still retrying'),
  retried: t('Failed, and was sent again'),
}
const checkLabels: Record<Story['checks'][number]['check'], string> = {
  contact: t('Contact'),
  audience: t('Audience'),
  reach: t('Consent and limits'),
  message: t('Message'),
}

/** Explains the delivery to one contact: the reason, the history, and the result of a send now. */
export function RecipientStory({ campaignId, contactId, onClose }: { campaignId: string; contactId: string; onClose: () => void }) {
  const story = useQuery({
    ...query(campaignReports.why, { params: { id: campaignId, contactId } }),
    staleTime: 0,
    meta: { silent: true },
  })
  const { data } = story
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={data ? (data.name ?? t('Erased contact')) : t('Contact')}
      subtitle={
        data?.name != null && (
          <OrgLink path={`contacts?contact=${contactId}`} className="link">
            {t('Open contact')}
          </OrgLink>
        )
      }
    >
      {story.isError && !data && (
        <ErrorState error={story.error} title={t('This could not be loaded')} onRetry={() => void story.refetch()} plain />
      )}
      {story.isPending && <Skeleton height={240} radius={12} />}
      {data && <StoryBody story={data} />}
    </SidePanel>
  )
}

function StoryBody({ story }: { story: Story }) {
  return (
    <div className={classes.story}>
      <p className={classes.answer}>{describeAnswer(story)}</p>
      {story.sends.map((send) => (
        <section key={send.sendId}>
          <h3 className={classes.heading}>
            {story.sends.length > 1
              ? t('Occurrence {step}, {moment}', { step: send.step, moment: formatMoment(send.startedAt) })
              : t('What happened')}
          </h3>
          {send.recipient ? (
            <p className={classes.state}>
              <StatusDot tone={recipientTones[send.recipient.status]} label={recipientLabels[send.recipient.status]} />
              {send.recipient.reason && <span>{reasonText(send.recipient.reason)}</span>}
              {send.recipient.status === 'queued' && send.recipient.nextAt && (
                <span>{t('From {moment}', { moment: formatMoment(send.recipient.nextAt) })}</span>
              )}
              {send.recipient.detail && <span className={classes.detail}>{detailText(send.recipient.detail)}</span>}
              {send.recipient.copies > 0 && (
                <span className={classes.detail}>
                  {plural(send.recipient.copies, { one: '{count} duplicate', other: '{count} duplicates' })}
                </span>
              )}
            </p>
          ) : (
            <p className={classes.state}>
              {send.recipientsErasedAt ? t('Its recipients are no longer stored.') : t('Was not in the audience.')}
            </p>
          )}
          {momentsOf(send).length > 0 && (
            <ol className={classes.events}>
              {momentsOf(send).map((event) => (
                <li key={`${event.at}${event.type}${event.url ?? ''}`} data-machine={event.machine || undefined}>
                  <span className={classes.when}>{formatMoment(event.at)}</span>
                  <span>
                    {eventLabels[event.type] ?? event.type}
                    {event.machine && ` (${t('by a machine, not counted')})`}
                    {event.url && <span className={classes.detail}>{event.url}</span>}
                    {event.detail && <span className={classes.detail}>{translateMessage(event.detail)}</span>}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
      {story.checks.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('Current result')}</h3>
          <ul className={classes.checks}>
            {story.checks.map((check) => (
              <li key={check.check}>
                {check.ok ? (
                  <IconCircleCheck size={16} stroke={1.7} className={classes.ok} aria-label={t('All well')} />
                ) : check.until ? (
                  <IconClock size={16} stroke={1.7} className={classes.later} aria-label={t('Later')} />
                ) : (
                  <IconCircleX size={16} stroke={1.7} className={classes.bad} aria-label={t('Blocks the launch')} />
                )}
                <span>
                  {checkLabels[check.check]}
                  <span className={classes.detail}>{describeCheck(check)}</span>
                  {check.until && <span className={classes.detail}>{t('From {moment}', { moment: formatMoment(check.until) })}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
