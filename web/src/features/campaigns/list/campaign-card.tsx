import { ActionIcon, Checkbox, Tooltip } from '@mantine/core'
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
import { useGate } from '../../../lib/use-gate.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { agentsOf } from '../agents-of.ts'
import { pauseText } from '../pause-labels.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { channelLabels, rateText, statusTones, statusText, toggleOf, whenText } from '../campaign-labels.ts'
import type { CampaignActions } from '../use-campaign-actions.ts'
import styles from '../../../ui/styles.module.css'
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

/** One campaign of the list. Its name's button spreads over the card, so a click anywhere else opens it. */
export function CampaignCard({ campaign, actions, selected, onToggle }: CampaignCardProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const { id, name, description, channel, status, stats, needsReview, pauseReason, approval, audienceSummary } = campaign
  const open = () => void navigate({ to: '/org/$orgSlug/campaigns/$campaignId', params: { orgSlug, campaignId: id } })
  const Glyph = channelIcons[channel]
  const note = needsReview
    ? t('Agent messages wait for review')
    : approval === 'requested' && status === 'draft'
      ? t('Waits for approval')
      : status === 'paused' && pauseReason
        ? pauseText(pauseReason)
        : null
  return (
    <article className={classes.card} data-selected={selected || undefined} aria-label={name}>
      <div className={styles.rowTop}>
        <span className={classes.cardIcon}>
          <Glyph size={17} stroke={1.7} aria-hidden />
        </span>
        <span className={styles.grow}>
          <button type="button" className={classes.cardName} title={name} onClick={open}>
            {name}
          </button>
          <span className={classes.cardChannel}>{channelLabels[channel]}</span>
        </span>
        <StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'running'} />
        <Checkbox className={classes.select} aria-label={t('Select {row}', { row: name })} checked={selected} onChange={onToggle} />
      </div>
      <p className={classes.cardText}>{description || t('No description')}</p>
      <ul className={classes.facts}>
        <Fact icon={IconUsers} label={t('Audience')} text={translateMessage(audienceSummary) || t('No audience yet')} />
        <Fact icon={IconCalendar} label={t('Schedule')} text={whenText(campaign)} />
        <Fact icon={IconRobot} label={t('AI agent')} text={agentsOf(campaign)[0] ?? t('No agent')} />
      </ul>
      <Progress stats={stats} name={name} />
      <dl className={classes.counts}>
        <Count label={t('Delivered')} value={formatNumber(stats.delivered)} />
        <Count label={t('Failed')} value={formatNumber(stats.failed)} />
        <Count label={t('Responded')} value={formatNumber(stats.responded)} />
        <Count label={t('Response rate')} value={rateText(stats.responseRate)} />
      </dl>
      {note && (
        <p className={classes.cardNote}>
          <IconAlertTriangle size={14} stroke={1.7} aria-hidden /> {note}
        </p>
      )}
      <CardFoot campaign={campaign} actions={actions} onView={open} />
    </article>
  )
}

function CardFoot({ campaign, actions, onView }: { campaign: ListedCampaign; actions: CampaignActions; onView: () => void }) {
  const writeRefusal = useGate('campaigns:write')
  const sendRefusal = useGate('campaigns:send')
  const toggle = toggleOf(campaign)
  const running = campaign.status === 'running' ? t('Pause it first') : undefined
  return (
    <div className={classes.cardFoot}>
      <CardAction label={t('View')} icon={IconEye} name={campaign.name} onClick={onView} />
      {toggle && (
        <CardAction
          label={toggle === 'pause' ? t('Pause') : t('Resume')}
          icon={toggle === 'pause' ? IconPlayerPause : IconPlayerPlay}
          name={campaign.name}
          refusal={sendRefusal}
          busy={actions.busy}
          onClick={() => actions.toggle(campaign)}
        />
      )}
      <CardAction
        label={t('Clone')}
        icon={IconCopy}
        name={campaign.name}
        refusal={writeRefusal}
        busy={actions.busy}
        onClick={() => actions.clone(campaign)}
      />
      <CardAction
        label={t('Delete')}
        icon={IconTrash}
        name={campaign.name}
        refusal={writeRefusal ?? running}
        busy={actions.busy}
        onClick={() => actions.remove(campaign)}
      />
    </div>
  )
}

function Fact({ icon: Glyph, label, text }: { icon: Icon; label: string; text: string }) {
  return (
    <li className={classes.fact}>
      <Glyph size={15} stroke={1.7} aria-label={label} />
      <span>{text}</span>
    </li>
  )
}

function Count({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
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

interface CardActionProps {
  label: string
  icon: Icon
  name: string
  refusal?: string | undefined
  busy?: boolean
  onClick: () => void
}

function CardAction({ label, icon: Glyph, name, refusal, busy = false, onClick }: CardActionProps) {
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        aria-label={`${label}: ${name}`}
        size={32}
        {...(refusal === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={refusal !== undefined}
        disabled={busy}
        onClick={() => {
          if (refusal === undefined) onClick()
        }}
      >
        <Glyph size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
