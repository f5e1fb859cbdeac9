import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../lib/words.ts'
import { choicesQuery } from './choices.ts'
import type { Choice, ChoiceKind } from './choices.ts'
import type { FieldProps } from './field-props.ts'
import { labelOf } from './field-labels.ts'

interface ChoiceProps extends FieldProps {
  kind: ChoiceKind
}

/** Chooses one item of the organization. */
export function ChoiceField({ kind, field, value, onChange, error, disabled }: ChoiceProps) {
  const { data, isPending, isError } = useQuery(choicesQuery(kind))
  const chosen = typeof value === 'string' && value !== '' ? value : null
  return (
    <Select
      {...{ ...labelOf(field), disabled }}
      error={error ?? (isError ? t('The choices could not be loaded') : undefined)}
      data={withUnknown(data ?? [], chosen === null ? [] : [chosen], isPending)}
      placeholder={isPending ? t('Loading...') : data?.length === 0 ? t('There is nothing to choose yet') : t('Choose...')}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      clearable={!field.required}
      allowDeselect={!field.required}
      limit={100}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** Chooses several items of the organization. */
export function ChoicesField({ kind, field, value, onChange, error, disabled }: ChoiceProps) {
  const { data, isPending, isError } = useQuery(choicesQuery(kind))
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  const shared = {
    ...labelOf(field),
    disabled,
    value: chosen,
    error: error ?? (isError ? t('The choices could not be loaded') : undefined),
    onChange: (next: string[]) => onChange(next),
  }
  // Tags need not be there before they are used.
  if (kind === 'tags')
    return <TagsInput {...shared} data={(data ?? []).map((each) => each.value)} placeholder={t('Type a tag')} limit={50} />
  return (
    <MultiSelect
      {...shared}
      data={withUnknown(data ?? [], chosen, isPending)}
      placeholder={chosen.length > 0 ? '' : t('Choose...')}
      searchable
      limit={100}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** A chosen item that no longer exists stays visible and is marked. */
const withUnknown = (known: readonly Choice[], chosen: readonly string[], isPending: boolean): Choice[] => [
  ...known,
  ...chosen
    .filter((value) => !known.some((each) => each.value === value))
    .map((value) => ({ value, label: isPending ? t('Loading...') : value.includes('{') ? value : t('Deleted') })),
]
