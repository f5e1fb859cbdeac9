import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconRobot } from '@tabler/icons-react'
import { t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { AgentsView } from '../use-agents-view.ts'

interface AgentsEmptyProps {
  /** A search or filter is set: nothing matches. Else there is nothing yet. */
  filtered: boolean
  view: AgentsView
  /** Why no agent can be created. */
  refusal: string | undefined
}

/** Stands where the list would be. */
export function AgentsEmpty({ filtered, view: { change }, refusal }: AgentsEmptyProps) {
  if (filtered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No agents match')}
        text={t('Try another search term, or clear the filters.')}
        action={
          <Button variant="default" onClick={() => change({ q: undefined, status: undefined, model: undefined })}>
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={IconRobot}
      title={t('No agents yet')}
      text={refusal ?? t('An agent is a model, a prompt and the tools it may use. Create the first one and run it.')}
      action={
        !refusal && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true })}>
            {t('Create your first agent')}
          </Button>
        )
      }
    />
  )
}
