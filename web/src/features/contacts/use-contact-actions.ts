import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { call } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { notify } from '../../lib/notify.ts'
import { plural, t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { refreshContacts } from './api.ts'

/** A dialog about contacts that no address leads to. */
export type OpenDialog =
  | { kind: 'edit'; contact: Contact }
  | { kind: 'merge'; id: string; otherId: string | null }
  | { kind: 'tag'; ids: string[] }

export interface ContactActions {
  dialog: OpenDialog | null
  open: (dialog: OpenDialog) => void
  close: () => void
  erase: (ids: readonly string[], name: string) => void
  exportOne: (contact: Contact) => void
  busy: boolean
}

/** What can be done with contacts, from the list and from the details. */
export function useContactActions({ onErased }: { onErased: (ids: readonly string[]) => void }): ContactActions {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const erase = useMutation({
    mutationFn: (ids: readonly string[]) => call(contacts.eraseMany, { body: { ids: [...ids] } }),
    meta: { failure: t('Failed to erase contacts') },
    onSuccess: ({ erased }, ids) => {
      notify.success(plural(erased, { one: '{count} contact erased', other: '{count} contacts erased' }))
      onErased(ids)
      refreshContacts(client, ids)
    },
  })
  const exporting = useMutation({
    mutationFn: (contact: Contact) => downloadFile(contacts.exportOne, { params: { id: contact.id } }),
    meta: { failure: t('Failed to export the contact') },
  })

  async function confirmAndErase(ids: readonly string[], name: string): Promise<void> {
    const yes = await confirm({
      title: ids.length === 1 ? t('Erase contact') : t('Erase contacts'),
      message: t('All data about {name} is erased: timeline, consent, messages. Suppressions stay. This cannot be undone.', {
        name,
      }),
      action: t('Erase'),
    })
    if (yes) erase.mutate(ids)
  }

  return {
    dialog,
    open: setDialog,
    close: () => setDialog(null),
    erase: (ids, name) => void confirmAndErase(ids, name),
    exportOne: (contact) => exporting.mutate(contact),
    busy: erase.isPending,
  }
}
