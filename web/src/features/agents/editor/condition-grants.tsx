import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { ConditionGrant } from '@imperium/contract/agents.ts'
import { metadataLimits } from '@imperium/contract/knowledge/metadata.ts'
import { t } from '../../../lib/words.ts'

interface ConditionGrantsProps {
  value: readonly ConditionGrant[]
  onChange: (value: ConditionGrant[]) => void
  disabled: boolean
}

/** Conditions on the metadata of documents: the agent finds only those that meet all of them. */
export function ConditionGrants({ value, onChange, disabled }: ConditionGrantsProps) {
  const [error, setError] = useState<string | null>(null)
  const change = (next: string[]) => {
    const grants = next.map((condition) => `where:${condition.trim()}`)
    const good = grants.filter((grant): grant is ConditionGrant => ConditionGrant.safeParse(grant).success)
    setError(good.length < grants.length ? t('Write a condition such as year>=2025') : null)
    onChange(good)
  }
  return (
    <TagsInput
      label={t('Only documents with')}
      description={t('Conditions on metadata that every search of the agent meets. Articles have none and are left out.')}
      placeholder={value.length === 0 ? 'department=sales' : ''}
      value={value.map((grant) => grant.slice(6))}
      error={error}
      maxTags={metadataLimits.conditions}
      onChange={change}
      disabled={disabled}
      acceptValueOnBlur
    />
  )
}
