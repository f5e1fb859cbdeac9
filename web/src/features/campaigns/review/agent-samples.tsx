import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { campaignSamples } from '@imperium/contract/campaigns/campaign-samples.ts'
import type { CampaignSample } from '@imperium/contract/campaigns/campaign-samples.ts'
import { call, keyOf, query } from '../../../lib/api.ts'
import { formatMicros, formatMoment } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { MailFrame } from '../message/message-preview.tsx'
import { reportFailure } from '../use-campaign-actions.ts'
import classes from './messages.module.css'

const refetchMs = 1_500
const statusText = { writing: t('Being written'), written: t('Written'), failed: t('Failed') } as const
const statusTones = { writing: 'info', written: 'ok', failed: 'bad' } as const

interface AgentSamplesProps {
  campaignId: string
  /** Saves the form's changes first; false if the save was prevented. */
  save?: () => Promise<boolean>
}

/** Sample messages of the agent for three contacts of the audience: real runs, none is sent. */
export function AgentSamples({ campaignId, save }: AgentSamplesProps) {
  const client = useQueryClient()
  const refusal = useGate('agents:execute')
  const list = useQuery({
    ...query(campaignSamples.samples, { params: { id: campaignId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'writing') ? refetchMs : false),
    meta: { silent: true },
  })
  const write = useMutation({
    mutationFn: () => call(campaignSamples.writeSamples, { params: { id: campaignId } }),
    meta: { silent: true },
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(campaignSamples.samples) }),
    onError: (error) => reportFailure(t('Failed to write samples'), error),
  })
  const samples = list.data ?? []
  const isWriting = write.isPending || samples.some(({ status }) => status === 'writing')
  async function begin(): Promise<void> {
    if (!save || (await save())) write.mutate()
  }
  return (
    <Card
      title={t('Samples of the agent')}
      aside={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}
          disabled={isWriting || refusal !== undefined}
          title={refusal}
          onClick={() => void begin()}
        >
          {isWriting ? t('Writing...') : t('Write three samples')}
        </Button>
      }
    >
      {samples.length === 0 ? (
        <p className={classes.muted}>
          {t('The agent writes for three contacts of the audience. It costs as much as three messages, and nothing is sent.')}
        </p>
      ) : (
        <ul className={classes.list}>
          {samples.map((sample) => (
            <Sample key={sample.runId} sample={sample} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Sample({ sample }: { sample: CampaignSample }) {
  const { name, status, isOutdated, costMicros, subject, text, html, detail, detailKey, createdAt } = sample
  return (
    <li className={classes.message}>
      <div className={classes.head}>
        <b>{name ?? t('Erased contact')}</b>
        <StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'writing'} />
        {costMicros > 0 && <span className={classes.muted}>{formatMicros(costMicros)}</span>}
        <span className={classes.muted}>{formatMoment(createdAt)}</span>
        {isOutdated && <span className={classes.muted}>{t('The campaign was changed since')}</span>}
      </div>
      {detail && <p className={classes.muted}>{translateMessage({ message: detail, ...detailKey })}</p>}
      {subject && <p className={classes.subject}>{subject}</p>}
      {text && <p className={classes.full}>{text}</p>}
      {html !== null && (
        <details className={classes.sampleMail}>
          <summary>{t('As an email')}</summary>
          <MailFrame html={html} />
        </details>
      )}
    </li>
  )
}
