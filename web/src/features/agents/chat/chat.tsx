import { Button, Skeleton } from '@mantine/core'
import { IconMessageCircle, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import type { RunDraft } from '@imperium/contract/runs.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { catalogueQuery, conversationQuery, uploadImage } from '../api.ts'
import { failureText } from '../report-failure.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { Composer } from './composer.tsx'
import { ChatTurn } from './chat-turn.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './chat.module.css'

interface ChatProps {
  agent: Agent
  view: AgentsView
  /** The last turn; undefined before the first. */
  lastRunId: string | undefined
  onLastRun: (runId: string | undefined) => void
  /** Tries these unsaved settings instead of the saved version. */
  draft?: RunDraft | undefined
}

interface Message {
  text: string
  images: readonly string[]
  after: string | undefined
}

/** A conversation with the agent: each turn is a run, which the run history lists too. */
export function Chat({ agent, view, lastRunId, onLastRun, draft }: ChatProps) {
  const client = useQueryClient()
  const refusal = useRunRefusal(agent.status)
  const conversation = useQuery({
    ...conversationQuery(lastRunId ?? ''),
    enabled: lastRunId !== undefined,
    placeholderData: keepPreviousData,
  })
  const model = draft?.model ?? agent.model
  const { data: catalogue } = useQuery(catalogueQuery)
  const readsImages = catalogue?.find(({ modelId }) => modelId === model)?.readsImages ?? false
  const turns = lastRunId === undefined ? [] : (conversation.data ?? [])
  const send = useMutation({
    mutationFn: ({ text, images, after }: Message) =>
      call(runs.execute, {
        params: { id: agent.id },
        body: {
          input: text,
          ...(images.length > 0 ? { images: [...images] } : {}),
          ...(after ? { after } : {}),
          ...(draft ? { draft } : {}),
        },
      }),
    meta: { silent: true },
    onSuccess: ({ runId }) => {
      onLastRun(runId)
      void client.invalidateQueries({ queryKey: keyOf(runs.listForAgent) })
    },
  })
  const last = turns.at(-1)
  const isAnswering = last !== undefined && !isFinished(last.status)
  const sending =
    send.isPending || (send.isSuccess && !conversation.isError && last?.id !== send.data.runId && lastRunId === send.data.runId)
  const end = useRef<HTMLDivElement>(null)
  const shownTurns = turns.length + (sending ? 1 : 0)
  useEffect(() => {
    if (shownTurns > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [shownTurns, isAnswering])

  // An edited message goes on from the turn before it: what followed stays in the history.
  const editedAt = sending ? turns.findIndex(({ afterRunId }) => (afterRunId ?? undefined) === send.variables?.after) : -1
  const shown = editedAt >= 0 ? turns.slice(0, editedAt) : turns
  return (
    <section className={styles.stackWide} aria-label={t('Chat with {name}', { name: agent.name })}>
      {conversation.error && turns.length === 0 && lastRunId !== undefined && (
        <ErrorState
          plain
          error={conversation.error}
          title={t('This chat could not be loaded')}
          onRetry={() => void conversation.refetch()}
        />
      )}
      {lastRunId !== undefined && conversation.isPending && <Skeleton height={160} radius={12} />}
      {lastRunId === undefined && !sending && (
        <EmptyState
          icon={IconMessageCircle}
          title={t('Try {name}', { name: agent.name })}
          text={
            draft
              ? t('Ask a question as a user would. The unsaved settings answer.')
              : t('Ask a question as a user would. Version {version} answers.', { version: agent.version })
          }
        />
      )}
      <ol className={classes.turns}>
        {shown.map((turn) => (
          <ChatTurn
            key={turn.id}
            turn={turn}
            view={view}
            onEdit={
              refusal === undefined && !isAnswering && !sending
                ? (text) => send.mutate({ text, images: turn.inputImages ?? [], after: turn.afterRunId ?? undefined })
                : undefined
            }
          />
        ))}
        {sending && send.variables && (
          <li className={styles.stack8}>
            <p className={classes.question}>{send.variables.text}</p>
          </li>
        )}
      </ol>
      {send.error && (
        <Notice tone="bad" title={t('The message was not sent')}>
          {failureText(t('The agent could not be started'), send.error)}
        </Notice>
      )}
      <div ref={end} />
      <Composer
        key={send.isSuccess ? send.data.runId : 'first'}
        initial={send.isError ? (send.variables?.text ?? '') : ''}
        runningId={isAnswering ? last.id : undefined}
        busy={sending}
        refusal={refusal}
        upload={readsImages ? (file) => uploadImage(agent.id, file) : undefined}
        onSend={(text, images) => send.mutate({ text, images, after: lastRunId })}
      />
      {turns.length > 0 && (
        <div className={`${styles.buttonsEnd} ${classes.foot}`}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
            disabled={isAnswering || sending}
            onClick={() => {
              send.reset()
              onLastRun(undefined)
            }}
          >
            {t('New chat')}
          </Button>
        </div>
      )}
    </section>
  )
}
