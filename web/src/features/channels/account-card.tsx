import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconMail, IconMessage, IconBrandWhatsapp, IconWebhook } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatMoment } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { readMailboxMutation, removeAccountMutation, resumeAccountMutation } from './api.ts'
import { healthLabels, providerLabels } from './channel-labels.ts'
import { reporterLabels } from './report-labels.ts'
import classes from './channels.module.css'

const icons: Record<Channel, Icon> = { email: IconMail, sms: IconMessage, webhook: IconWebhook, whatsapp: IconBrandWhatsapp }

export type AccountAct = 'edit' | 'test' | 'hook'

interface AccountCardProps {
  account: ChannelAccount
  mayManage: boolean
  onAct: (act: AccountAct, account: ChannelAccount) => void
}

/** One account: its name, its health and its actions. */
export function AccountCard({ account, mayManage, onAct }: AccountCardProps) {
  const { channel, isDefault, isSandbox, health } = account
  const name = nameOf(account)
  const Glyph = icons[channel]
  const { tone, label } = healthLabels[health.state]
  return (
    <li className={classes.account}>
      <span className={classes.icon}>
        <Glyph size={18} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.body}>
        <div className={classes.line}>
          <span className={classes.name}>{name}</span>
          {isSandbox && <span className={classes.tag}>{t('Sandbox')}</span>}
          {isDefault && <span className={classes.tag}>{t('Default')}</span>}
        </div>
        <p className={classes.detail}>{detailOf(account)}</p>
        <div className={classes.line}>
          <StatusDot tone={tone} label={label} />
          {health.restsUntil && (
            <span className={classes.detail}>{t('Next attempt at {time}', { time: formatMoment(health.restsUntil) })}</span>
          )}
        </div>
        {health.lastError && health.state !== 'ok' && (
          <p className={classes.fault}>{translateMessage({ message: health.lastError, ...health.lastErrorKey })}</p>
        )}
        {account.inbound && <Inbound inbound={account.inbound} />}
      </div>
      {mayManage && (
        <div className={classes.acts}>
          <Button variant="default" size="xs" aria-label={t('Test {name}', { name })} onClick={() => onAct('test', account)}>
            {t('Test')}
          </Button>
          <AccountMenu account={account} onAct={onAct} />
        </div>
      )}
    </li>
  )
}

/** Default accounts have an English name until a member renames them. */
const nameOf = ({ name, provider }: ChannelAccount): string =>
  provider === 'platform-smtp' || provider === 'sandbox' ? translateMessage(name) : name

/** Provider, server, address and bounds, in a line. */
function detailOf({ provider, isSandbox, settings, ratePerSecond, secretHint }: ChannelAccount): string {
  const place = settings.host ?? settings.url ?? settings.from ?? settings.phoneNumberId
  const rate = ratePerSecond === null ? '' : t('{count} a second', { count: ratePerSecond })
  const own = provider === 'platform-smtp' ? t('Set up by the operator') : providerLabels[provider]
  const kind = isSandbox ? t('Keeps messages on this server; nothing is sent') : own
  const reporter =
    settings.reports === undefined || settings.reports === 'standard-webhooks'
      ? ''
      : t('reports by {provider}', { provider: reporterLabels[settings.reports] })
  return [kind, place, secretHint, rate, reporter].filter(Boolean).join(' · ')
}

function Inbound({ inbound }: { inbound: NonNullable<ChannelAccount['inbound']> }) {
  return (
    <div className={classes.line}>
      <StatusDot
        tone={inbound.lastError ? 'bad' : inbound.readAt ? 'ok' : 'idle'}
        label={t('Reads {mailbox}', { mailbox: `${inbound.username} / ${inbound.folder}` })}
      />
      <span className={classes.detail}>
        <RelativeTime at={inbound.readAt} />
      </span>
      {inbound.lastError && (
        <span className={classes.fault}>{translateMessage({ message: inbound.lastError, ...inbound.lastErrorKey })}</span>
      )}
    </div>
  )
}

function AccountMenu({ account, onAct }: Omit<AccountCardProps, 'mayManage'>) {
  const { id, provider, isDefault, health, inbound } = account
  const name = nameOf(account)
  const remove = useMutation(removeAccountMutation)
  const resume = useMutation(resumeAccountMutation)
  const read = useMutation(readMailboxMutation)
  const params = { id }
  const isOwn = provider !== 'sandbox' && provider !== 'platform-smtp'
  async function ask(): Promise<void> {
    const message = t('Campaigns that use {name} stop until they get another account.', { name })
    if (await confirm({ title: t('Delete account'), message, action: t('Delete') })) remove.mutate({ params })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('More for {name}', { name })}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAct('edit', account)}>{t('Edit')}</Menu.Item>
        {provider !== 'sandbox' && provider !== 'webhook' && (
          <Menu.Item onClick={() => onAct('hook', account)}>{t('Reports of the provider')}</Menu.Item>
        )}
        {inbound && (
          <Menu.Item
            onClick={() =>
              read.mutate({ params }, { onSuccess: (done) => (done.success ? notify.success : notify.error)(translateMessage(done)) })
            }
          >
            {t('Read the mailbox now')}
          </Menu.Item>
        )}
        {(health.state === 'resting' || health.state === 'failing') && (
          <Menu.Item onClick={() => resume.mutate({ params })}>{t('Try again now')}</Menu.Item>
        )}
        {isOwn && !isDefault && (
          <Menu.Item color="red" onClick={() => void ask()}>
            {t('Delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
