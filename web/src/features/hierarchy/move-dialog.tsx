import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { changed, movePreviewQuery } from './api.ts'
import { MoveEffects } from './move-effects.tsx'
import { typeLabels } from './hierarchy-labels.ts'
import { parentsFor, pathOf } from './tree-model.ts'

interface MoveDialogProps {
  root: HierarchyNode
  node: HierarchyNode
  /** The node it was dragged onto. */
  targetId: string | undefined
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

/** Moves a node below another one, after it has shown whose sight that changes. */
export function MoveDialog({ root, node, targetId, refusal, onClose, onSaved }: MoveDialogProps) {
  const parents = parentsFor(root, node)
  const [parentId, setParentId] = useState<string | null>(parents.some(({ id }) => id === targetId) ? (targetId ?? null) : null)
  const preview = useQuery({ ...movePreviewQuery(node.id, parentId ?? ''), enabled: parentId !== null })
  const move = useMutation({
    mutationFn: (to: string) => call(hierarchy.move, { params: { id: node.id }, body: { parentId: to, updatedAt: node.updatedAt } }),
    meta: { silent: true, success: t('Node moved'), invalidates: changed },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => reportError(error, t('The node could not be moved')),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Move "{name}"', { name: node.name })}
      onSubmit={(event) => {
        event.preventDefault()
        if (parentId !== null) move.mutate(parentId)
      }}
      submitLabel={t('Move')}
      busyLabel={t('Moving...')}
      busy={move.isPending || (parentId !== null && preview.isPending)}
      disabledReason={refusal ?? (parentId === null ? t('Choose where it moves to') : undefined)}
      width={560}
    >
      <Select
        label={t('New parent')}
        description={parents.length === 0 ? t('No other node can take a node of this type.') : undefined}
        placeholder={t('Choose a node')}
        data={parents.map(({ id, type }) => ({ value: id, label: `${pathOf(root, id).join(' › ')} (${typeLabels[type]})` }))}
        value={parentId}
        onChange={setParentId}
        searchable
        limit={100}
        nothingFoundMessage={t('No node with this name')}
        data-autofocus
      />
      {parentId !== null && <MoveEffects preview={preview} />}
    </FormDialog>
  )
}
