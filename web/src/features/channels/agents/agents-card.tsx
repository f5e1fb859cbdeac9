import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelAgent } from '@imperium/contract/channels/channel-agents.ts'
import type { ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { formatMicros } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { AgentDialog } from './agent-dialog.tsx'
import { channelAgentsQuery, removeAgentMutation } from './agents-api.ts'
import { channelLabels } from '../channel-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../channels.module.css'

interface AgentsCardProps {
  accounts: readonly ChannelAccount[]
  mayManage: boolean
}

/** The agents that answer contacts, by channel. */
export function AgentsCard({ accounts, mayManage }: AgentsCardProps) {
  const { data, error, refetch } = useQuery(channelAgentsQuery)
  const [open, setOpen] = useState<{ editing: ChannelAgent | null } | null>(null)
  const aside = mayManage && (
    <Button variant="default" size="xs" onClick={() => setOpen({ editing: null })}>
      {t('Add agent')}
    </Button>
  )
  return (
    <Card title={t('Agents that answer contacts')} aside={aside}>
      {error && !data && <ErrorState plain error={error} title={t('The agents could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={70} radius={8} />}
      {data?.length === 0 && (
        <p className={styles.textWrap}>{t('People answer on every channel. An agent can write drafts or answer by itself.')}</p>
      )}
      {data && data.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {data.map((row) => (
            <AgentRow key={row.id} row={row} mayManage={mayManage} onEdit={() => setOpen({ editing: row })} />
          ))}
        </ul>
      )}
      {open && <AgentDialog editing={open.editing} accounts={accounts} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function stateOf({ enabled, mode }: ChannelAgent) {
  if (!enabled) return { tone: 'idle' as const, label: t('Off') }
  return mode === 'auto' ? { tone: 'ok' as const, label: t('Answers by itself') } : { tone: 'info' as const, label: t('Writes drafts') }
}

function AgentRow({ row, mayManage, onEdit }: { row: ChannelAgent; mayManage: boolean; onEdit: () => void }) {
  const remove = useMutation(removeAgentMutation)
  const place = [channelLabels[row.channel], row.accountName, row.senderEmail].filter(Boolean).join(' · ')
  async function ask(): Promise<void> {
    const message = t('{name} stops answering there at once. People answer from then on.', { name: row.agentName })
    if (await confirm({ title: t('Take agent off the channel'), message, action: t('Remove') })) remove.mutate({ params: { id: row.id } })
  }
  return (
    <li className={classes.template}>
      <div className={classes.body}>
        <div className={classes.line}>
          <span className={classes.name}>{row.agentName}</span>
          <StatusDot {...stateOf(row)} />
        </div>
        <p className={classes.detail}>{place}</p>
        <p className={classes.detail}>{t('Spent today: {amount}', { amount: formatMicros(row.spentTodayMicros) })}</p>
      </div>
      {mayManage && (
        <div className={classes.acts}>
          <Button variant="default" size="xs" aria-label={`${t('Edit')}: ${row.agentName}, ${place}`} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button variant="default" size="xs" aria-label={`${t('Remove')}: ${row.agentName}, ${place}`} onClick={() => void ask()}>
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
