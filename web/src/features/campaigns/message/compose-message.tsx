import { Button, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, query } from '../../../lib/api.ts'
import { formatMicros } from '../../../lib/format.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { AgentSelect } from '../agent-select.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

const refetchMs = 1_000
const isOver = (status: string | undefined) => status === 'completed' || status === 'failed' || status === 'cancelled'

interface ComposeMessageProps {
  channel: Channel
  agentId: string | null
  onUse: (written: { subject?: string; html?: string; text: string }) => void
}

/** An agent writes the message of the campaign; it is used only after the user accepts it. */
export function ComposeMessage({ channel, agentId, onUse }: ComposeMessageProps) {
  const [chosen, setChosen] = useState(agentId)
  const [brief, setBrief] = useState('')
  const begin = useMutation({
    mutationFn: (body: { agentId: string; brief: string }) => call(campaignReports.compose, { body: { ...body, channel } }),
    meta: { silent: true },
  })
  const runId = begin.data?.runId
  const run = useQuery({
    ...query(campaignReports.readComposition, { params: { id: runId ?? '' } }),
    enabled: runId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : refetchMs),
    meta: { silent: true },
  })
  const busy = begin.isPending || (runId !== undefined && !run.isError && !isOver(run.data?.status))
  const failure = begin.error ?? run.error
  const written = run.data?.status === 'completed' ? run.data : null
  return (
    <div className={classes.compose}>
      <AgentSelect label={t('Agent')} value={chosen} onChange={setChosen} />
      <Textarea
        label={t('Subject')}
        placeholder={t('Our spring offer: 20 % off all chairs until Sunday, friendly and short')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={brief}
        onChange={(event) => setBrief(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}
          disabled={chosen === null || brief.trim() === '' || busy}
          onClick={() => chosen !== null && begin.mutate({ agentId: chosen, brief: brief.trim() })}
        >
          {busy ? t('Writing...') : t('Write the message')}
        </Button>
        {chosen === null && <span className={styles.hint}>{t('Choose an agent first.')}</span>}
      </div>
      {failure && <Notice tone="bad">{failure instanceof ApiError ? failure.message : t('The agent could not write the message.')}</Notice>}
      {run.data && isOver(run.data.status) && !written && (
        <Notice tone="bad">{translateMessage(run.data) || t('The agent could not write the message.')}</Notice>
      )}
      {written && (
        <Notice
          tone="info"
          title={written.subject || t('Written')}
          action={
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  onUse(channel === 'email' ? { subject: written.subject, html: written.html, text: written.text } : { text: written.text })
                }
              >
                {t('Use this text')}
              </Button>
              <span className={styles.hint}>{formatMicros(written.costMicros)}</span>
            </>
          }
        >
          <pre className={classes.plain}>{written.text || written.html}</pre>
        </Notice>
      )}
    </div>
  )
}
