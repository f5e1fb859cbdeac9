import { Select, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NodeFields, hierarchy, mayStandBelow, nodeTypes } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { HierarchyNode, NodeType } from '@imperium/contract/hierarchy/hierarchy.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { changed } from './api.ts'
import { typeLabels } from './hierarchy-labels.ts'
import { findIn } from './tree-model.ts'

interface NodeDialogProps {
  /** Null before the first node. */
  root: HierarchyNode | null
  /** The new node stands below it; null for the first one. */
  parent?: HierarchyNode | null
  editing?: HierarchyNode
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

interface Values extends Record<string, unknown> {
  name: string
  slug: string
  type: NodeType
  description: string
}

/** Creates or changes a node. */
export function NodeDialog({ root, parent, editing, refusal, onClose, onSaved }: NodeDialogProps) {
  const above = editing ? (root && editing.parentId !== null ? findIn(root, editing.parentId) : undefined) : (parent ?? undefined)
  const types = nodeTypes.filter(
    (type) => (!above || mayStandBelow(type, above.type)) && (editing?.children ?? []).every((child) => mayStandBelow(child.type, type)),
  )
  const form = useContractForm<Values>({
    initialValues: {
      name: editing?.name ?? '',
      slug: editing?.slug ?? '',
      type: editing?.type ?? typeBelow(above?.type),
      description: editing?.description ?? '',
    },
    schema: NodeFields,
    toBody: bodyOf,
  })
  const save = useMutation({
    mutationFn: (values: Values) =>
      editing
        ? call(hierarchy.update, { params: { id: editing.id }, body: { ...bodyOf(values), updatedAt: editing.updatedAt } })
        : call(hierarchy.create, { body: { ...bodyOf(values), ...(parent ? { parentId: parent.id } : {}) } }),
    meta: { silent: true, success: editing ? t('Node saved') : t('Node added'), invalidates: changed },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The node could not be saved'))
    },
  })
  const title = editing ? t('Edit node') : parent && parent.parentId !== null ? t('Add Child') : t('Add Organization')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Add')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={520}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('Type')}
        description={above ? t('Below {name}', { name: above.name }) : undefined}
        data={types.map((type) => ({ value: type, label: typeLabels[type] }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={t('Slug')}
        description={t('Lowercase letters, digits and hyphens. Made from the name if left empty.')}
        maxLength={63}
        {...form.getInputProps('slug')}
      />
      <Textarea label={t('Description')} autosize minRows={3} maxLength={1000} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

const bodyOf = ({ name, slug, type, description }: Values) => ({ name, type, description, ...(slug.trim() === '' ? {} : { slug }) })

/** What usually stands below a type: the next lower one. */
const typeBelow = (type: NodeType | undefined): NodeType =>
  type === undefined ? 'subsidiary' : (nodeTypes[nodeTypes.indexOf(type) + 1] ?? type)
