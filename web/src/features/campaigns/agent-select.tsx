import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { agentsByName } from '../../lib/queries/agents-by-name.ts'
import { t } from '../../lib/words.ts'

const none = 'none'

interface AgentSelectProps {
  value: string | null
  onChange: (agentId: string | null) => void
  label?: string
  description?: string
  error?: ReactNode
  disabled?: boolean
}

/** None, or one of the organization's own agents. */
export function AgentSelect({ value, onChange, label = t('AI agent'), description, error, disabled = false }: AgentSelectProps) {
  const { data, isError } = useQuery(agentsByName)
  const options = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={label}
      description={description}
      data={[{ value: none, label: t('None') }, ...options]}
      value={value ?? none}
      onChange={(next) => onChange(next === none ? null : next)}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('No agent matches')}
      error={error ?? (isError ? t('The agents could not be loaded') : undefined)}
      disabled={disabled}
    />
  )
}
