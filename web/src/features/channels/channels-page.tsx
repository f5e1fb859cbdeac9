import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ChannelAccount, CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { AccountCard } from './account-card.tsx'
import type { AccountAct } from './account-card.tsx'
import { accountsQuery } from './api.ts'
import { channelLabels } from './channel-labels.ts'
import { InboundCard } from './inbound-card.tsx'
import { reporterOfHost } from './report-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }))
const HookDialog = lazy(async () => ({ default: (await import('./hook-dialog.tsx')).HookDialog }))
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))
const TestDialog = lazy(async () => ({ default: (await import('./test-dialog.tsx')).TestDialog }))
const AgentsCard = lazy(async () => ({ default: (await import('./agents/agents-card.tsx')).AgentsCard }))
const TemplatesCard = lazy(async () => ({ default: (await import('./templates-card.tsx')).TemplatesCard }))

type Open = { act: AccountAct; account: ChannelAccount } | { act: 'add' } | { act: 'secret'; secret: string } | null

/** /org/{slug}/settings/channels: the accounts that send messages, and their inbound reports. */
export function ChannelsPage() {
  const mayManage = useCan('channels:manage')
  const { data, error, refetch } = useQuery(accountsQuery)
  const [open, setOpen] = useState<Open>(null)
  return (
    <Page
      title={t('Channels')}
      subtitle={
        <Rich
          text={t('The accounts that send messages. Senders are in the <link>email settings</link>.')}
          tags={{ link: <OrgLink path="settings/emails" /> }}
        />
      }
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => setOpen({ act: 'add' })}>
            {t('Add account')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} title={t('The accounts could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={340} radius={12} />}
      {data?.length === 0 && <EmptyState icon={IconPlugConnected} title={t('No accounts yet')} />}
      {data && <AccountGroups accounts={data} mayManage={mayManage} onAct={(act, account) => setOpen({ act, account })} />}
      {data && (
        <Suspense>
          <TemplatesCard accounts={data.filter(({ channel }) => channel === 'whatsapp')} mayManage={mayManage} />
        </Suspense>
      )}
      {data && (
        <Suspense fallback={<Skeleton height={120} radius={12} />}>
          <AgentsCard accounts={data} mayManage={mayManage} />
        </Suspense>
      )}
      <InboundCard />
      <Suspense>
        <Dialogs open={open} onOpen={setOpen} />
      </Suspense>
    </Page>
  )
}

interface GroupsProps {
  accounts: readonly ChannelAccount[]
  mayManage: boolean
  onAct: (act: AccountAct, account: ChannelAccount) => void
}

function AccountGroups({ accounts, mayManage, onAct }: GroupsProps) {
  return (
    <div className={classes.groups}>
      {channels.map((channel) => {
        const own = accounts.filter((account) => account.channel === channel)
        return (
          own.length > 0 && (
            <Card key={channel} title={channelLabels[channel]}>
              <ul className={styles.list}>
                {own.map((account) => (
                  <AccountCard key={account.id} account={account} mayManage={mayManage} onAct={onAct} />
                ))}
              </ul>
            </Card>
          )
        )
      })}
    </div>
  )
}

/** Shows a new secret once; otherwise the webhook setup, if the email provider is known. */
function afterMaking({ newSecret, ...account }: CreatedAccount): Open {
  if (newSecret !== null) return { act: 'secret', secret: newSecret }
  return reporterOfHost(account.settings.host) === 'standard-webhooks' ? null : { act: 'hook', account }
}

function Dialogs({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
  const close = () => onOpen(null)
  switch (open?.act) {
    case 'add':
    case 'edit':
      return (
        <AccountDialog
          editing={open.act === 'edit' ? open.account : null}
          onMade={(account) => onOpen(afterMaking(account))}
          onClose={close}
        />
      )
    case 'test':
      return <TestDialog account={open.account} onClose={close} />
    case 'hook':
      return <HookDialog account={open.account} onClose={close} />
    case 'secret':
      return <SecretDialog secret={open.secret} onClose={close} />
    case undefined:
      return null
  }
}
