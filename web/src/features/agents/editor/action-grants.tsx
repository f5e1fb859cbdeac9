import { MultiSelect } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ActionGrant } from '@imperium/contract/agents.ts'
import { integrations } from '@imperium/contract/integrations.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const silent = { meta: { silent: true } }

interface ActionGrantsProps {
  value: readonly ActionGrant[]
  onChange: (value: ActionGrant[]) => void
  disabled: boolean
}

/** Actions of connected integrations, granted one by one. Not shown where there is nothing to grant. */
export function ActionGrants({ value, onChange, disabled }: ActionGrantsProps) {
  const services = useQuery({ ...query(integrations.list), ...silent })
  const connections = useQuery({ ...query(integrations.connections, { query: {} }), ...silent })
  const serviceOf = (connectorId: string) => services.data?.find(({ id }) => id === connectorId)
  // Those of a document or of an MCP server are the connection's own.
  const own = (connections.data ?? []).filter(({ connectorId }) => {
    const service = serviceOf(connectorId)
    return service !== undefined && (service.isDocumented || service.isDiscovered)
  })
  const ownActions = useQueries({ queries: own.map(({ id }) => ({ ...query(integrations.actions, { params: { id } }), ...silent })) })
  const actionsOf = (id: string, connectorId: string) => {
    const index = own.findIndex((connection) => connection.id === id)
    return (index < 0 ? serviceOf(connectorId)?.actions : ownActions[index]?.data) ?? []
  }
  const groups = (connections.data ?? []).map(({ id, name, connectorId }) => ({
    group: name,
    items: actionsOf(id, connectorId).map((action) => ({ value: `action:${id}:${action.id}`, label: `${name}: ${action.title}` })),
  }))
  const known = new Set(groups.flatMap(({ items }) => items.map((item) => item.value)))
  const lost = value.filter((grant) => !known.has(grant)).map((grant) => ({ value: grant, label: t('Deleted') }))
  if (known.size === 0 && value.length === 0) return null
  return (
    <MultiSelect
      label={t('Actions of integrations')}
      description={t('The agent may run these, and no others.')}
      data={lost.length > 0 ? [...groups, { group: t('Deleted'), items: lost }] : groups}
      value={[...value]}
      onChange={(next) => onChange(next as ActionGrant[])}
      disabled={disabled}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}
