import { Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { changed } from './api.ts'
import styles from '../../ui/styles.module.css'

interface RemoveDialogProps {
  node: HierarchyNode
  refusal: string | undefined
  onClose: () => void
  onRemoved: () => void
}

/** Deletes a node: only an empty one, or what stands in it moves up. */
export function RemoveDialog({ node, refusal, onClose, onRemoved }: RemoveDialogProps) {
  const [contents, setContents] = useState<'refuse' | 'reparent'>('refuse')
  const isRoot = node.parentId === null
  const remove = useMutation({
    mutationFn: () => call(hierarchy.remove, { params: { id: node.id }, query: { contents } }),
    meta: { silent: true, success: t('Node deleted'), invalidates: changed },
    onSuccess: onRemoved,
    onError: (error) => reportError(error, t('The node could not be deleted')),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Delete node')}
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate()
      }}
      submitLabel={t('Delete')}
      busyLabel={t('Deleting...')}
      busy={remove.isPending}
      disabledReason={refusal}
      width={480}
    >
      <p className={styles.text}>{t('Are you sure you want to delete "{name}"? This cannot be undone.', { name: node.name })}</p>
      <p className={styles.text}>{t('Roles on this node end with it.')}</p>
      {!isRoot && (
        <Radio.Group
          label={t('What stands in it')}
          value={contents}
          onChange={(value) => setContents(value === 'reparent' ? 'reparent' : 'refuse')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="refuse" label={t('Delete only if it is empty')} />
            <Radio value="reparent" label={t('Move up: nodes below it and what belongs to it go to its parent')} />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
