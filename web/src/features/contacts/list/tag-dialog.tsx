import { Autocomplete, SegmentedControl } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { contactLimits, contacts } from '@imperium/contract/contacts/contacts.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { refreshContacts, tagsQuery } from '../api.ts'

interface TagDialogProps {
  ids: string[]
  onClose: () => void
}

/** Adds a tag to many contacts, or removes it. */
export function TagDialog({ ids, onClose }: TagDialogProps) {
  const client = useQueryClient()
  const { data: tags = [] } = useQuery(tagsQuery)
  const [action, setAction] = useState<'add_tag' | 'remove_tag'>('add_tag')
  const [tag, setTag] = useState('')
  const change = useMutation({
    mutationFn: () => call(contacts.bulk, { body: { ids, action, tag } }),
    meta: { failure: t('Failed to change the tags') },
    onSuccess: ({ changed }) => {
      notify.success(plural(changed, { one: '{count} contact changed', other: '{count} contacts changed' }))
      refreshContacts(client)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tag.trim()) change.mutate()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={plural(ids.length, { one: 'Tags of {count} contact', other: 'Tags of {count} contacts' })}
      onSubmit={submit}
      submitLabel={action === 'add_tag' ? t('Add tag') : t('Remove tag')}
      busyLabel={t('Saving...')}
      busy={change.isPending}
      disabledReason={tag.trim() ? undefined : t('Enter a tag')}
      width={440}
    >
      <SegmentedControl
        aria-label={t('What to do')}
        value={action}
        onChange={(next) => setAction(next === 'remove_tag' ? 'remove_tag' : 'add_tag')}
        data={[
          { value: 'add_tag', label: t('Add') },
          { value: 'remove_tag', label: t('Remove') },
        ]}
      />
      <Autocomplete
        label={t('Tag')}
        data={tags.map((each) => each.tag)}
        limit={20}
        maxLength={contactLimits.tagLength}
        value={tag}
        onChange={setTag}
        data-autofocus
      />
    </FormDialog>
  )
}
