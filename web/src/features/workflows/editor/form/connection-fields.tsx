import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { integrations } from '@imperium/contract/integrations.ts'
import type { Connection } from '@imperium/contract/integrations.ts'
import { query } from '../../../../lib/api.ts'
import { t } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import type { FieldProps } from './field-props.ts'
import { labelOf } from './field-labels.ts'

const silent = { meta: { silent: true } }

const toChoice = ({ id, name, status }: Connection) => ({
  value: id,
  label: status === 'connected' ? name : `${name} · ${t('not connected')}`,
})

/** Chooses a connection of the service that the field's option names. */
export function ConnectionField({ field, value, onChange, error, disabled }: FieldProps) {
  const { data, isPending, isError } = useQuery({ ...query(integrations.connections, { query: {} }), ...silent })
  const service = field.options[0]?.value
  const choices = (data ?? []).filter(({ connectorId }) => connectorId === service).map(toChoice)
  return <ListField {...{ field, value, onChange, error, disabled, choices, isPending, isError }} />
}

/** What the fields before say: the connection of the selected step, and its operation. */
export function useChosen(): { connection: string; action: string } {
  const { graph } = useEditorContext()
  const config = graph.definition.steps.find(({ id }) => id === graph.selected[0])?.config ?? {}
  const { connection, action } = config
  return { connection: typeof connection === 'string' ? connection : '', action: typeof action === 'string' ? action : '' }
}

export const useActions = (connection: string) =>
  useQuery({ ...query(integrations.actions, { params: { id: connection } }), ...silent, enabled: connection !== '' })

/** Chooses an operation of the connection in the field before. */
export function ConnectionActionField(props: FieldProps) {
  const { connection: id } = useChosen()
  const { data, isPending, isError } = useActions(id)
  const choices = (data ?? []).map((action) => ({ value: action.id, label: action.title }))
  const { field, value, onChange, error, disabled } = props
  return <ListField {...{ field, value, onChange, error, disabled, choices, isPending: isPending && id !== '', isError }} />
}

interface ListProps extends Omit<FieldProps, 'sources'> {
  choices: readonly { value: string; label: string }[]
  isPending: boolean
  isError: boolean
}

function ListField({ field, value, onChange, error, disabled, choices, isPending, isError }: ListProps) {
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const isUnknown = chosen !== null && !choices.some((choice) => choice.value === chosen)
  return (
    <Select
      {...{ ...labelOf(field), disabled }}
      error={error ?? (isError ? t('The choices could not be loaded') : undefined)}
      data={isUnknown ? [...choices, { value: chosen, label: isPending ? t('Loading...') : t('Deleted') }] : [...choices]}
      placeholder={isPending ? t('Loading...') : choices.length === 0 ? t('There is nothing to choose yet') : t('Choose...')}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      limit={100}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}
