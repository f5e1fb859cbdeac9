import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '@imperium/contract/agents.ts'
import { agents } from '@imperium/contract/agents.ts'
import { SaveChatBody, chat } from '@imperium/contract/chat.ts'
import type { AgentChat } from '@imperium/contract/chat.ts'
import { call, keyOf, query } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import styles from '../../../ui/styles.module.css'
import panel from '../detail/panel.module.css'
import { reportFailure } from '../report-failure.ts'
import { ChatFields } from './chat-fields.tsx'
import { bodyOfChat, valuesOfChat } from './chat-form.ts'
import type { ChatValues } from './chat-form.ts'

interface WebsiteChatProps {
  agent: Agent
  refusal: string | undefined
}

/** How visitors of websites can talk to the agent: the switch that publishes it, and its limits. */
export function WebsiteChat({ agent, refusal }: WebsiteChatProps) {
  const { data, isError, error, refetch } = useQuery({ ...query(chat.read, { params: { id: agent.id } }), meta: { silent: true } })
  return (
    <section className={styles.stack10} aria-labelledby="agent-website-chat">
      <h3 id="agent-website-chat" className={styles.heading}>
        {t('Website chat')}
      </h3>
      <p className={styles.textPlain}>
        {t('Visitors see that they talk to an AI. It reads public articles only, and uses no tool with an effect.')}
      </p>
      {isError && !data && (
        <ErrorState plain error={error} title={t('The website chat could not be loaded')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={120} radius={12} />}
      {data && <ChatForm key={data.updatedAt ?? ''} agent={agent} saved={data} refusal={refusal} />}
    </section>
  )
}

function ChatForm({ agent, saved, refusal }: { agent: Agent; saved: AgentChat; refusal: string | undefined }) {
  const client = useQueryClient()
  const form = useContractForm<ChatValues & Record<string, unknown>>({
    initialValues: { ...valuesOfChat(saved) },
    schema: SaveChatBody,
    toBody: (values) => bodyOfChat(values),
  })
  const save = useMutation({
    mutationFn: (values: ChatValues) =>
      call(chat.save, { params: { id: agent.id }, body: { ...bodyOfChat(values), updatedAt: saved.updatedAt } }),
    meta: { silent: true },
    onSuccess: (next) => {
      client.setQueryData(query(chat.read, { params: { id: agent.id } }).queryKey, next)
      void client.invalidateQueries({ queryKey: keyOf(agents.read) })
      notify.success(next.enabled ? t('Website chat published') : t('Website chat saved'))
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportFailure(t('The website chat could not be saved'), error)
    },
  })
  return (
    <form className={styles.stack} noValidate onSubmit={form.onSubmit(({ ...values }) => save.mutate(pick(values)))}>
      <ChatFields form={form} disabled={refusal !== undefined} spentMicros={saved.spentTodayMicros} />
      {saved.enabled && saved.embedHtml && <CodeBlock code={saved.embedHtml} label={t('Code for your website')} />}
      {saved.enabled && saved.hasPage && saved.pageUrl && (
        <a href={saved.pageUrl} target="_blank" rel="noreferrer" className={panel.muted}>
          {t('Open the chat page')}
        </a>
      )}
      <div className={styles.buttonsEnd}>
        <Button type="submit" variant="default" disabled={refusal !== undefined || save.isPending} title={refusal}>
          {save.isPending ? t('Saving...') : t('Save website chat')}
        </Button>
      </div>
    </form>
  )
}

const pick = (values: ChatValues): ChatValues => values
