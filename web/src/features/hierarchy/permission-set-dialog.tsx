import { MultiSelect, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { PermissionSetBody, rights } from '@imperium/contract/hierarchy/rights.ts'
import type { PermissionSet } from '@imperium/contract/hierarchy/rights.ts'
import { allPermissions, isGrantable, labelOfPermission } from '@imperium/contract/permissions.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { rightsChanged } from './api.ts'

interface PermissionSetDialogProps {
  /** Null for a new one. */
  editing: PermissionSet | null
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  description: string
  permissions: string[]
}

/** Creates or changes a permission set. */
export function PermissionSetDialog({ editing, onClose }: PermissionSetDialogProps) {
  const form = useContractForm<Values>({
    initialValues: { name: editing?.name ?? '', description: editing?.description ?? '', permissions: editing?.permissions ?? [] },
    schema: PermissionSetBody,
  })
  const save = useMutation({
    mutationFn: (body: Values) =>
      editing
        ? call(rights.updateSet, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
        : call(rights.createSet, { body }),
    meta: { silent: true, success: t('Permission set saved'), invalidates: rightsChanged },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The permission set could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit permission set') : t('Create permission set')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Create permission set')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <MultiSelect
        label={t('Permissions')}
        description={t('You can give only what you have yourself.')}
        data={allPermissions.filter(isGrantable).map((permission) => ({ value: permission, label: labelOf(permission) }))}
        searchable
        withAsterisk
        nothingFoundMessage={t('No permission with this name')}
        {...form.getInputProps('permissions')}
      />
      <Textarea label={t('Description')} autosize minRows={2} maxLength={500} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

/** Most permissions have a label, as scopes of keys; the others show their name. */
function labelOf(permission: Permission): string {
  const label = labelOfPermission(permission)
  return label === undefined ? permission : `${translateMessage(label)} (${permission})`
}
