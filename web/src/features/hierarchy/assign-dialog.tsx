import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CreateAssignmentBody, rights } from '@imperium/contract/hierarchy/rights.ts'
import type { AssignableRole } from '@imperium/contract/hierarchy/rights.ts'
import { givenRoles } from '@imperium/contract/team.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { membersQuery, permissionSetsQuery, rightsChanged } from './api.ts'
import { nodeRoleLabels } from './hierarchy-labels.ts'

interface AssignDialogProps {
  /** Null: the whole organization. */
  node: { id: string; name: string } | null
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  userId: string | null
  /** A role, or `set:` with the id of a permission set. */
  right: string
  deputyForId: string | null
  startsOn: string
  endsOn: string
}

/** Gives a member a role or a permission set, on a node or for the whole organization. */
export function AssignDialog({ node, onClose }: AssignDialogProps) {
  const members = useQuery(membersQuery)
  const sets = useQuery(permissionSetsQuery)
  const form = useContractForm<Values>({
    initialValues: { userId: null, right: 'MEMBER', deputyForId: null, startsOn: '', endsOn: '' },
    schema: CreateAssignmentBody,
    toBody: (values) => bodyOf(values, node),
  })
  const save = useMutation({
    mutationFn: (values: Values) => call(rights.assign, { body: bodyOf(values, node) }),
    meta: { silent: true, success: t('Right given'), invalidates: rightsChanged },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The right could not be given'))
    },
  })
  const people = (members.data?.rows ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
  const roles = givenRoles.map((role) => ({ value: role, label: nodeRoleLabels[role] }))
  const named = (sets.data?.rows ?? []).map(({ id, name }) => ({ value: `set:${id}`, label: name }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={node ? t('Add member to {name}', { name: node.name }) : t('Give a right')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Add')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={520}
    >
      <Select
        label={t('Member')}
        placeholder={t('Choose a member')}
        data={people}
        searchable
        nothingFoundMessage={t('No member with this name')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('userId')}
      />
      <Select
        label={t('Role or permission set')}
        description={
          node
            ? t('Holds for this node and all below it, and only adds to the role in the organization.')
            : t('Holds for the whole organization, and only adds to the role of the member.')
        }
        data={[
          { group: t('Roles'), items: roles },
          { group: t('Permission sets'), items: named },
        ]}
        allowDeselect={false}
        {...form.getInputProps('right')}
        error={form.errors['role'] ?? form.errors['permissionSetId']}
      />
      <Select
        label={t('Deputy for')}
        placeholder={t('No deputy')}
        data={people}
        searchable
        clearable
        nothingFoundMessage={t('No member with this name')}
        {...form.getInputProps('deputyForId')}
      />
      <TextInput type="date" label={t('From')} description={t('Empty: at once.')} {...form.getInputProps('startsOn')} />
      <TextInput
        type="date"
        label={t('Until')}
        description={t('Empty: until it is ended.')}
        {...form.getInputProps('endsOn')}
        error={form.errors['endsAt']}
      />
    </FormDialog>
  )
}

/** Days are those of the reader: from the start of the first to the end of the last. */
const bodyOf = ({ userId, right, deputyForId, startsOn, endsOn }: Values, node: AssignDialogProps['node']) => ({
  userId: userId ?? '',
  nodeId: node?.id ?? null,
  ...(right.startsWith('set:') ? { permissionSetId: right.slice(4) } : { role: right as AssignableRole }),
  ...(deputyForId ? { deputyForId } : {}),
  ...(startsOn === '' ? {} : { startsAt: new Date(`${startsOn}T00:00:00`).toISOString() }),
  ...(endsOn === '' ? {} : { endsAt: new Date(`${endsOn}T23:59:59`).toISOString() }),
})
