import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { namesQuery } from './api.ts'
import classes from './segments.module.css'

export interface SegmentPickerProps {
  label: string
  /** Ids of the chosen segments. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Not offered: those chosen elsewhere. */
  without?: readonly string[]
  error?: string | undefined
  disabled?: boolean
  /** Offers to create a segment in a new tab, so that the surrounding form is not lost. */
  canCreate?: boolean
}

/** Chooses segments by name, with the last count of contacts. */
export function SegmentPicker({ label, value, onChange, without = [], error, disabled = false, canCreate = true }: SegmentPickerProps) {
  const segments = useQuery(namesQuery)
  const orgSlug = useOrgSlug()
  const rows = segments.data?.rows ?? []
  const offered = rows.filter(({ id }) => !without.includes(id))
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  // A deleted segment stays visible, so that it can be removed.
  const lost = segments.isSuccess ? value.filter((id) => !rows.some((row) => row.id === id)) : []
  const data = [
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    ...lost.map((id) => ({ value: id, label: t('Deleted segment') })),
  ]
  return (
    <MultiSelect
      label={label}
      placeholder={value.length ? '' : t('Choose segments')}
      data={data}
      value={[...value]}
      onChange={onChange}
      error={error}
      disabled={disabled || segments.isPending}
      maxValues={20}
      searchable
      nothingFoundMessage={t('No segment matches')}
      description={
        canCreate && (
          <>
            {segments.isSuccess && rows.length === 0 && `${t('There are no segments yet.')} `}
            <a href={`/org/${orgSlug}/segments/new`} target="_blank" rel="noopener">
              {t('Create a segment')}
            </a>
          </>
        )
      }
      onDropdownOpen={() => void segments.refetch()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={classes.name}>{option.label}</span>
          <span className={classes.muted}>{counted(counts.get(option.value))}</span>
        </span>
      )}
    />
  )
}

const counted = (count: number | null | undefined): string => (typeof count === 'number' ? formatNumber(count) : '')
