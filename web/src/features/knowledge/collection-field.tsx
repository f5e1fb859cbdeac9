import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { collectionsQuery } from './api.ts'

/** The collection of an article or document; none by default. */
export function CollectionField({ value, onChange, ...rest }: { value?: string | null; onChange?: (value: string | null) => void }) {
  const { data = [] } = useQuery(collectionsQuery)
  return (
    <Select
      label={t('Collection')}
      placeholder={t('None||collection')}
      clearable
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      {...(onChange ? { onChange } : {})}
      {...rest}
    />
  )
}
