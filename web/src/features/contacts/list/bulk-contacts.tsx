import { useMutation } from '@tanstack/react-query'
import { IconArrowMerge, IconListCheck, IconTag, IconTrash } from '@tabler/icons-react'
import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { BulkBar } from '../../../ui/list/bulk-bar.tsx'
import type { BulkAction } from '../../../ui/list/bulk-bar.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { collectIds } from '../api.ts'
import type { ContactsSearch } from '../contacts-search.ts'
import type { ContactActions } from '../use-contact-actions.ts'

interface BulkContactsProps {
  search: ContactsSearch
  selection: Selection
  actions: ContactActions
  loadedCount: number
  /** How many contacts the filter matches on the server. */
  matching: number
}

/** Action bar for selected contacts; handles up to 500 in one request, including contacts that are not loaded yet. */
export function BulkContacts({ search, selection, actions, loadedCount, matching }: BulkContactsProps) {
  const collect = useMutation({
    mutationFn: () => collectIds(search),
    meta: { failure: t('Failed to load contacts') },
    onSuccess: (ids) => selection.set(new Set(ids)),
  })
  const [write, erase] = [useGate('contacts:write'), useGate('contacts:erase')]
  const ids = [...selection.ids]
  const [first = '', second = ''] = ids
  const tooMany = ids.length > contactLimits.bulkIds ? t('At most {count} contacts at once', { count: contactLimits.bulkIds }) : undefined
  const most = Math.min(matching, contactLimits.bulkIds)
  const canWiden = ids.length > 0 && ids.length < most && ids.length >= Math.min(loadedCount, most)
  const widen: BulkAction = {
    label:
      most < matching
        ? t('Select the first {count}', { count: formatNumber(most) })
        : t('Select all {count}', { count: formatNumber(most) }),
    icon: IconListCheck,
    onClick: () => collect.mutate(),
  }
  const merge: BulkAction = {
    label: t('Merge'),
    icon: IconArrowMerge,
    onClick: () => actions.open({ kind: 'merge', id: first, otherId: second }),
    disabledReason: write,
  }
  const name = plural(ids.length, { one: '{count} contact', other: '{count} contacts' })
  return (
    <BulkBar
      count={ids.length}
      onClear={selection.clear}
      busy={actions.busy || collect.isPending}
      actions={[
        ...(canWiden ? [widen] : []),
        { label: t('Tags'), icon: IconTag, onClick: () => actions.open({ kind: 'tag', ids }), disabledReason: write ?? tooMany },
        ...(ids.length === 2 ? [merge] : []),
        { label: t('Erase'), icon: IconTrash, onClick: () => actions.erase(ids, name), disabledReason: erase ?? tooMany },
      ]}
    />
  )
}
