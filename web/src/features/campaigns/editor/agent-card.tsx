import { Switch, Textarea } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { AgentSelect } from '../agent-select.tsx'
import { BudgetInput, microsPerDollar } from './budget-input.tsx'
import type { EditorForm } from './editor-form.ts'
import { numberProps } from './number-props.ts'
import styles from '../../../ui/styles.module.css'
import classes from './advanced.module.css'

/** Enough for a few hundred short messages of a good model. */
const usualBudgetMicros = 5 * microsPerDollar

interface AgentCardProps {
  form: EditorForm
  /** The campaign has started: only the budget can still change. */
  isFixed: boolean
}

/** An agent that writes each recipient's message: its instructions, budget and review. */
export function AgentCard({ form, isFixed }: AgentCardProps) {
  const { agent } = form.values.definition
  const { value: micros, ...budget } = numberProps(form, 'definition.agent.budgetMicros')
  const set = (next: typeof agent) => form.setFieldValue('definition.agent', next)
  const error = (field: string) => form.errors[`definition.agent.${field}`]
  // Switched on before an agent is chosen, it would be an agent that does not exist: the choice switches it on.
  return (
    <Card title={t('Personal messages')}>
      <div className={styles.stackWide}>
        <AgentSelect
          label={t('An agent writes each message')}
          description={t('It uses the contact and your instructions to write a subject and text for each contact.')}
          value={agent?.agentId ?? null}
          onChange={(next) =>
            set(
              next === null
                ? null
                : {
                    agentId: next,
                    instructions: agent?.instructions ?? '',
                    budgetMicros: agent?.budgetMicros ?? usualBudgetMicros,
                    review: agent?.review ?? true,
                  },
            )
          }
          error={error('agentId')}
          disabled={isFixed}
        />
        {agent && (
          <>
            <Textarea
              label={t('Instructions')}
              placeholder={t('Mention the last order; stay under 80 words; close with a question')}
              autosize
              minRows={3}
              maxRows={12}
              maxLength={4000}
              value={agent.instructions}
              onChange={(event) => set({ ...agent, instructions: event.currentTarget.value })}
              error={error('instructions')}
              disabled={isFixed}
            />
            <div className={classes.pair}>
              <BudgetInput {...budget} micros={micros} />
              <Switch
                className={classes.switch ?? ''}
                label={t('Review before sending')}
                description={t('Nothing is sent before it is approved.')}
                checked={agent.review}
                disabled={isFixed}
                onChange={(event) => set({ ...agent, review: event.currentTarget.checked })}
              />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
