import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { segmentNamesQuery } from '../api.ts'
import { useDesignerContext } from '../designer-context.ts'

type Show = 'all' | 'inside' | 'outside'

/** Who sees a block: everyone, or the contacts inside or outside a segment. */
export function VisibilityField({ block: { id, visibility } }: { block: Block }) {
  const { update } = useDesignerContext()
  const segments = useQuery(segmentNamesQuery)
  // The rule applies once it names a segment.
  const [wanted, setWanted] = useState<{ id: string; show: Show } | null>(null)
  const show = visibility?.show ?? (wanted?.id === id ? wanted.show : 'all')
  const rows = segments.data?.rows ?? []
  const chosen = visibility?.segmentId ?? null
  const isLost = chosen !== null && segments.isSuccess && !rows.some((row) => row.id === chosen)
  const choose = (next: Show) => {
    setWanted({ id, show: next })
    if (next === 'all') update(id, { visibility: null })
    else if (chosen !== null) update(id, { visibility: { segmentId: chosen, show: next } })
  }
  return (
    <>
      <Select
        label={t('Shown to')}
        data={[
          { value: 'all', label: t('All recipients') },
          { value: 'inside', label: t('Contacts in a segment') },
          { value: 'outside', label: t('Contacts outside a segment') },
        ]}
        value={show}
        onChange={(next) => next && choose(next)}
        allowDeselect={false}
      />
      {show !== 'all' && (
        <Select
          label={t('Segment')}
          placeholder={t('Choose a segment')}
          data={[
            ...rows.map((row) => ({ value: row.id, label: row.name })),
            ...(isLost ? [{ value: chosen, label: t('Deleted segment') }] : []),
          ]}
          value={chosen}
          onChange={(segmentId) => segmentId && update(id, { visibility: { segmentId, show } })}
          error={segments.isError ? t('The segments could not be loaded') : undefined}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('No segment matches')}
        />
      )}
    </>
  )
}
