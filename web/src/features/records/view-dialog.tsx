import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordView } from '@imperium/contract/entities/record-views.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { createViewMutation, updateViewMutation } from './api.ts'
import type { RecordsSearch } from './records-search.ts'

interface ViewDialogProps {
  entity: string
  search: RecordsSearch
  /** The one that is open: saving under its name replaces it. */
  current: RecordView | undefined
  onSaved: (view: RecordView) => void
  onClose: () => void
}

/** Keeps what the list shows now under a name. */
export function ViewDialog({ entity, search, current, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(current?.name ?? '')
  const done = (view: RecordView) => {
    onSaved(view)
    onClose()
  }
  const create = useMutation({ ...createViewMutation, onSuccess: done })
  const update = useMutation({ ...updateViewMutation, onSuccess: done })
  const { q = '', filter = '', sort = '', by = '' } = search
  const layout: RecordView['layout'] = search.layout ?? 'table'
  const body = { name: name.trim(), q, filter, sort, layout, by }
  const replaces = current !== undefined && current.name === body.name
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Save view')}
      onSubmit={(event) => {
        event.preventDefault()
        if (body.name === '') return
        if (replaces) update.mutate({ params: { entity, id: current.id }, body })
        else create.mutate({ params: { entity }, body })
      }}
      submitLabel={replaces ? t('Replace view') : t('Save view')}
      busyLabel={t('Saving...')}
      busy={create.isPending || update.isPending}
      disabledReason={body.name === '' ? t('Name the view') : undefined}
      width={440}
    >
      <TextInput
        label={t('Name')}
        description={t('Search, conditions, order and arrangement are kept. All members see the view.')}
        data-autofocus
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
