import { Select } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

interface ContactSelectProps extends SelectProps {
  value: string | null
  /** Of the chosen one. */
  name: string
}

/** Chooses a contact by search. */
export function ContactSelect({ value, name, ...select }: ContactSelectProps) {
  const [typed, setTyped] = useState('')
  const q = typed.split(' · ')[0]?.trim() ?? ''
  const { data } = useQuery({
    ...query(contacts.list, { query: { ...(q ? { q } : {}), limit: 20 } }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const options = (data?.rows ?? []).map(({ id, name: each, email }) => ({
    value: id,
    label: email && email !== each ? `${each} · ${email}` : each,
  }))
  // The chosen one stays an option when the search does not find it.
  const chosen = value !== null && !options.some((option) => option.value === value) ? [{ value, label: name || '–' }] : []
  return (
    <Select
      label={t('Customer')}
      placeholder={t('Search your contacts')}
      withAsterisk
      data={[...chosen, ...options]}
      searchable
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('No contact matches')}
      {...select}
      value={value}
    />
  )
}
