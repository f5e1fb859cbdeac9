import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CreateAgentBody } from '@imperium/contract/agents.ts'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { Channel } from '@imperium/contract/contacts/reach.ts'
import { query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { styleMail } from '../../ui/text/style-mail.ts'
import classes from './preview.module.css'

/** The message of a campaign template, rendered by the server as a contact would get it. */
export function TemplateMessage({ content }: { content: unknown }) {
  const given = readCampaign(content)
  const { data, error, refetch } = useQuery({
    ...query(campaignReports.preview, { body: { channel: given?.channel ?? 'email', content: given?.definition.content ?? {} } }),
    enabled: given !== null,
    meta: { silent: true },
  })
  if (!given) return null
  if (error && !data)
    return <ErrorState plain error={error} title={t('The preview could not be created.')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={10} />
  return (
    <section aria-label={t('Preview')}>
      {data.subject && (
        <p className={classes.subject}>
          <span>{t('Subject')}</span> <b>{data.subject}</b>
        </p>
      )}
      {data.html === null ? <p className={classes.preview}>{data.text}</p> : <MailFrame html={data.html} />}
    </section>
  )
}

function readCampaign(content: unknown) {
  if (typeof content !== 'object' || content === null || !('channel' in content) || !('definition' in content)) return null
  const channel = Channel.safeParse(content.channel)
  const definition = CampaignDefinition.safeParse(content.definition)
  return channel.success && definition.success ? { channel: channel.data, definition: definition.data } : null
}

/** Isolated: the email runs no scripts and cannot reach this page. */
function MailFrame({ html }: { html: string }) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return <iframe title={t('The message')} className={classes.frame} sandbox="" srcDoc={styleMail(html, nonce)} />
}

/** The system prompt of an agent template. */
export function TemplatePrompt({ content }: { content: unknown }) {
  const config = CreateAgentBody.pick({ config: true }).loose().safeParse(content).data?.config
  return config?.systemPrompt ? <CodeBlock code={config.systemPrompt} label={t('System prompt')} maxHeight={320} /> : null
}
