import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CollectionGrant } from '@imperium/contract/agents.ts'
import { knowledge } from '@imperium/contract/knowledge.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const silent = { meta: { silent: true } }

interface CollectionGrantsProps {
  value: readonly CollectionGrant[]
  onChange: (value: CollectionGrant[]) => void
  disabled: boolean
}

/** The collections of the knowledge base that the agent may search, granted one by one. */
export function CollectionGrants({ value, onChange, disabled }: CollectionGrantsProps) {
  const { data = [] } = useQuery({ ...query(knowledge.listCollections), ...silent })
  const known = [
    { value: 'collection:product', label: t('Help articles of Imperium') },
    ...data.map(({ id, name, answersContacts }) => ({
      value: `collection:${id}`,
      label: answersContacts ? t('{name} (also in answers to contacts)', { name }) : name,
    })),
  ]
  const lost = value.filter((grant) => known.every((each) => each.value !== grant)).map((grant) => ({ value: grant, label: t('Deleted') }))
  return (
    <MultiSelect
      label={t('Collections of the knowledge base')}
      description={t(
        'The agent searches these, and everything that is in no collection. Contacts get answers from what is public, and from collections that say so.',
      )}
      data={[...known, ...lost]}
      value={[...value]}
      onChange={(next) => onChange(next as CollectionGrant[])}
      disabled={disabled}
      searchable
      clearable
      nothingFoundMessage={t('Nothing found')}
    />
  )
}
