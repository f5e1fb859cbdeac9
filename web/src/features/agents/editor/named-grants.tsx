import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AgentGrant, WorkflowGrant } from '@imperium/contract/agents.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { agentsByName } from '../../../lib/queries/agents-by-name.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

interface GrantsProps<T> {
  value: readonly T[]
  onChange: (value: T[]) => void
  disabled: boolean
}

interface NamedGrantsProps<T> extends GrantsProps<T> {
  label: string
  description: string
  named: { value: T; label: string }[]
}

/** Things of the organization, granted one by one. Not shown where there is nothing to grant. */
function NamedGrants<T extends string>({ label, description, named, value, onChange, disabled }: NamedGrantsProps<T>) {
  const lost = value.filter((grant) => named.every((each) => each.value !== grant)).map((grant) => ({ value: grant, label: t('Deleted') }))
  if (named.length === 0 && value.length === 0) return null
  return (
    <MultiSelect
      label={label}
      description={description}
      data={[...named, ...lost]}
      value={[...value]}
      onChange={onChange}
      disabled={disabled}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

const workflowsQuery = {
  ...query(workflows.list, { query: { sort: 'name', order: 'asc', limit: 200 } }),
  staleTime: 30_000,
  meta: { silent: true },
}

/** The published workflows that the agent may start. */
export function WorkflowGrants(props: GrantsProps<WorkflowGrant>) {
  const { data } = useQuery(workflowsQuery)
  const named = (data?.rows ?? [])
    .filter(({ id, version }) => version !== null || props.value.includes(`workflow:${id}`))
    .map(({ id, name }) => ({ value: `workflow:${id}` as const, label: name }))
  return (
    <NamedGrants
      {...props}
      label={t('Workflows')}
      description={t('The agent may start these published workflows and read their results.')}
      named={data === undefined ? props.value.map((value) => ({ value, label: '…' })) : named}
    />
  )
}

/** The agents that it may ask. */
export function AgentGrants({ isItself, ...props }: GrantsProps<AgentGrant> & { isItself: (id: string) => boolean }) {
  const { data } = useQuery(agentsByName)
  const named = (data?.rows ?? []).filter(({ id }) => !isItself(id)).map(({ id, name }) => ({ value: `agent:${id}` as const, label: name }))
  return (
    <NamedGrants
      {...props}
      label={t('Other agents')}
      description={t('The agent may give these a task. What they cost counts to its budget, too.')}
      named={data === undefined ? props.value.map((value) => ({ value, label: '…' })) : named}
    />
  )
}
