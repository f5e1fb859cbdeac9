import {
  IconAlertTriangle,
  IconBrandWhatsapp,
  IconCalendar,
  IconCopy,
  IconDeviceMobileMessage,
  IconEye,
  IconMail,
  IconPlayerPause,
  IconPlayerPlay,
  IconRobot,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ListedCampaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useGate, useStopGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { agentsOf } from '../agents-of.ts'
import { pauseText } from '../pause-labels.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { CardFigures, CardIcon, ResourceCard } from '../../../ui/resource/resource-card.tsx'
import type { CardAction } from '../../../ui/resource/resource-card.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { channelLabels, rateText, statusTones, statusText, toggleOf, whenText } from '../campaign-labels.ts'
import type { CampaignActions } from '../use-campaign-actions.ts'
import classes from './campaigns.module.css'

const channelIcons: Record<Channel, Icon> = {
  email: IconMail,
  sms: IconDeviceMobileMessage,
  webhook: IconWebhook,
  whatsapp: IconBrandWhatsapp,
}

interface CampaignCardProps {
  campaign: ListedCampaign
  actions: CampaignActions
  selected: boolean
  onToggle: () => void
}

/** One campaign of the list. */
export function CampaignCard({ campaign, actions, selected, onToggle }: CampaignCardProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const { id, name, description, channel, status, stats, needsReview, pauseReason, approval, audienceSummary, audienceSummaryKey } =
    campaign
  const isEditor = useCan('campaigns:write')
  const params = { orgSlug, campaignId: id }
  const view = () => void navigate({ to: '/org/$orgSlug/campaigns/$campaignId', params })
  // A draft has no results yet: it opens where it is finished.
  const isUnfinished = status === 'draft' && approval !== 'requested' && isEditor
  const open = () => (isUnfinished ? void navigate({ to: '/org/$orgSlug/campaigns/$campaignId/edit', params }) : view())
  const note = needsReview
    ? t('Agent messages wait for review')
    : approval === 'requested' && status === 'draft'
      ? t('Waits for approval')
      : status === 'paused' && pauseReason
        ? pauseText(campaign)
        : null
  return (
    <ResourceCard
      name={name}
      icon={<CardIcon icon={channelIcons[channel]} />}
      about={channelLabels[channel]}
      onOpen={open}
      status={<StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'running'} />}
      selection={{ isSelected: selected, onToggle }}
      description={description}
      actions={useCardActions(campaign, actions, view)}
    >
      <ul className={classes.facts}>
        <Fact
          icon={IconUsers}
          label={t('Audience')}
          text={translateMessage({ message: audienceSummary, ...audienceSummaryKey }) || t('No audience yet')}
        />
        <Fact icon={IconCalendar} label={t('Schedule')} text={whenText(campaign)} />
        <Fact icon={IconRobot} label={t('AI agent')} text={agentsOf(campaign)[0] ?? t('No agent')} />
      </ul>
      <Progress stats={stats} name={name} />
      <CardFigures
        figures={[
          [t('Delivered'), formatNumber(stats.delivered)],
          [t('Failed'), formatNumber(stats.failed)],
          [t('Responded'), formatNumber(stats.responded)],
          [t('Response rate'), rateText(stats.responseRate)],
        ]}
      />
      {note && (
        <p className={classes.cardNote}>
          <IconAlertTriangle size={14} stroke={1.7} aria-hidden /> {note}
        </p>
      )}
    </ResourceCard>
  )
}

function useCardActions(campaign: ListedCampaign, actions: CampaignActions, onView: () => void): (CardAction | false)[] {
  const writeRefusal = useGate('campaigns:write')
  const resumeRefusal = useGate('campaigns:send')
  const pauseRefusal = useStopGate('campaigns:send')
  const toggle = toggleOf(campaign)
  const { busy } = actions
  const running = campaign.status === 'running' ? t('Pause it first') : undefined
  return [
    { label: t('View'), icon: IconEye, onClick: onView },
    toggle !== null && {
      label: toggle === 'pause' ? t('Pause') : t('Resume'),
      icon: toggle === 'pause' ? IconPlayerPause : IconPlayerPlay,
      refusal: toggle === 'pause' ? pauseRefusal : resumeRefusal,
      busy,
      onClick: () => actions.toggle(campaign),
    },
    { label: t('Clone'), icon: IconCopy, refusal: writeRefusal, busy, onClick: () => actions.clone(campaign) },
    { label: t('Delete'), icon: IconTrash, refusal: writeRefusal ?? running, busy, onClick: () => actions.remove(campaign) },
  ]
}

function Fact({ icon: Glyph, label, text }: { icon: Icon; label: string; text: string }) {
  return (
    <li className={classes.fact}>
      <Glyph size={15} stroke={1.7} aria-label={label} />
      <span>{text}</span>
    </li>
  )
}

/** Sent of total, as a bar and in numbers; a lighter bar behind it includes recipients that are skipped, failed or held. */
export function Progress({ stats: { sent, total, queued }, name }: { stats: ListedCampaign['stats']; name: string }) {
  const percent = (part: number) => (total === 0 ? 0 : Math.min(100, (part / total) * 100))
  const ofSent = percent(sent)
  return (
    <div className={classes.progress}>
      <span className={classes.progressWords}>
        <span>{t('Sent')}</span>
        <span className="tnum">
          {formatNumber(sent)} / {formatNumber(total)}
        </span>
      </span>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={t('Progress of {name}', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(ofSent)}
      >
        <span className={classes.fill} style={{ width: `${ofSent}%` }} />
        <span className={classes.rest} style={{ width: `${Math.max(0, percent(total - queued) - ofSent)}%` }} />
      </span>
    </div>
  )
}
