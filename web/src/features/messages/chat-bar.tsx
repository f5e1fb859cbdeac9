import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { chat } from '@imperium/contract/chat.ts'
import type { AgentMode, ChatState } from '@imperium/contract/messages.ts'
import { mutation } from '../../lib/api.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import classes from './messages.module.css'

const invalidates = [['messages']] as const
const takeOverMutation = mutation(chat.takeOver, { failure: t('The chat could not be taken over'), invalidates })
const handBackMutation = mutation(chat.handBack, { failure: t('The chat could not be handed back'), invalidates })

const stateLabels: Record<ChatState, string> = {
  agent: t('The AI agent answers this visitor. If you reply, you take over.'),
  waiting: t('This visitor waits for a person. The AI agent is silent.'),
  person: t('A person answers this visitor. The AI agent is silent.'),
}

const contactLabels: Record<ChatState, string> = {
  agent: t('The AI agent answers this contact. If you reply, you take over.'),
  waiting: t('This contact waits for a person. The AI agent is silent.'),
  person: t('A person answers this contact. The AI agent is silent.'),
}

interface ChatBarProps {
  id: string
  state: ChatState
  mode: AgentMode
  isVisitor: boolean
}

function labelOf({ state, mode, isVisitor }: ChatBarProps): string {
  if (isVisitor) return stateLabels[state]
  return state === 'agent' && mode === 'draft' ? t('The AI agent writes drafts for this contact. You send them.') : contactLabels[state]
}

/** Who answers a visitor or a contact, and the change between agent and person. */
export function ChatBar(props: ChatBarProps) {
  const { id, state } = props
  const mayWrite = useCan('messages:write')
  const takeOver = useMutation(takeOverMutation)
  const handBack = useMutation(handBackMutation)
  const isPending = takeOver.isPending || handBack.isPending
  return (
    <div className={classes.chatBar}>
      <span role="status">{labelOf(props)}</span>
      {mayWrite && state === 'agent' && (
        <Button size="xs" variant="default" disabled={isPending} onClick={() => takeOver.mutate({ params: { id } })}>
          {t('Take over')}
        </Button>
      )}
      {mayWrite && state !== 'agent' && (
        <Button size="xs" variant="default" disabled={isPending} onClick={() => handBack.mutate({ params: { id } })}>
          {t('Hand back to the agent')}
        </Button>
      )}
    </div>
  )
}
