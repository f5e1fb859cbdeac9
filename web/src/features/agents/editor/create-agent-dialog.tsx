import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { agentDefaults, agents } from '@imperium/contract/agents.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { pickModel } from '../../ai-models/index.ts'
import { showFieldErrors } from '../../../ui/form/use-contract-form.ts'
import { AgentFields } from './agent-fields.tsx'
import { StartAgent } from './start-agent.tsx'
import { agentBody, newAgentValues } from './agent-form.ts'
import type { AgentValues } from './agent-form.ts'
import { agentQuery, catalogueQuery, refreshLists } from '../api.ts'
import type { AgentCounts } from '../api.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { explainErrors, useAgentForm } from './use-agent-form.ts'
import type { AgentsView } from '../use-agents-view.ts'

interface CreateAgentDialogProps {
  view: AgentsView
  stats: AgentCounts | undefined
  /** Why no agent may be created. */
  refusal: string | undefined
}

/** Creates an agent with the specified defaults; the model is chosen automatically until the user picks one. */
export function CreateAgentDialog({ view, stats, refusal }: CreateAgentDialogProps) {
  const client = useQueryClient()
  const { data: catalogue } = useQuery(catalogueQuery)
  const form = useAgentForm(newAgentValues(''))
  const automatic = pickModel(catalogue ?? [], agentDefaults.model) ?? ''
  const withModel = (values: AgentValues): AgentValues => ({
    ...values,
    config: { ...values.config, model: values.config.model || automatic },
  })
  const create = useMutation({
    mutationFn: (values: AgentValues) => call(agents.create, { body: agentBody(values) }),
    meta: { silent: true },
    onSuccess: (agent) => {
      notify.success(t('Agent created successfully!'))
      client.setQueryData(agentQuery(agent.id).queryKey, agent)
      refreshLists(client)
      view.change({ create: undefined, agent: agent.id, tab: 'chat' }, true)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) notify.error(error instanceof ApiError ? error.message : t('Failed to create agent'))
    },
  })

  async function close(): Promise<void> {
    const question = { title: t('Discard agent'), message: t('Your changes are not saved.'), action: t('Discard') }
    if (!form.isDirty() || (await confirm(question))) view.change({ create: undefined }, true)
  }

  // The automatic model is shown and sent until the user picks one.
  const shown = { ...form, values: withModel(form.values) }
  const submit = form.onSubmit((values) => create.mutate(withModel(values)), explainErrors)
  return (
    <FormDialog
      opened
      onClose={() => void close()}
      title={t('Create agent')}
      onSubmit={submit}
      submitLabel={t('Create agent')}
      busyLabel={t('Creating...')}
      busy={create.isPending}
      disabledReason={refusal}
    >
      <PlanLimit stats={stats} error={create.error} refusal={refusal} />
      <StartAgent values={form.values} onFill={(values) => form.setValues(values)} />
      <AgentFields form={shown} />
    </FormDialog>
  )
}

/** Shows that the plan's agent limit is reached, before or after the server refuses, and which plan allows more. */
function PlanLimit({ stats, error, refusal }: { stats: AgentCounts | undefined; error: unknown; refusal: string | undefined }) {
  if (refusal) return <Notice tone="warn">{refusal}.</Notice>
  const refused = error instanceof ApiError && error.problem?.code === 'PLAN_LIMIT'
  const isFull = stats !== undefined && stats.total >= stats.maxAgents
  if (!refused && !isFull) return null
  const plan = stats ? planThatLifts('maxAgents', stats.total + 1) : null
  const texts = refused
    ? error.message
    : plural(stats?.maxAgents ?? 0, {
        one: 'Your plan allows {count} agent, and all are in use.',
        other: 'Your plan allows {count} agents, and all are in use.',
      })
  return (
    <Notice tone="warn" title={t('Agent limit reached')}>
      {texts} {plan && !texts.includes(planNames[plan]) && `${t('The {plan} plan allows more.', { plan: planNames[plan] })} `}
      {t('See the plans under Upgrade Now in the sidebar, or delete an agent.')}
    </Notice>
  )
}
