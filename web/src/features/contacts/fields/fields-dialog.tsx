import { ActionIcon, Skeleton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { call } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { ContactFieldDialog } from './contact-field-dialog.tsx'
import { fieldTypeLabels } from './contact-field-labels.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { fieldsQuery, refreshContacts } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './fields.module.css'

/** The organization's own fields of contacts: to add, change and delete. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<ContactField | 'new' | null>(null)
  const refresh = () => refreshContacts(client)
  if (edited) return <ContactFieldDialog field={edited === 'new' ? null : edited} onClose={() => setEdited(null)} onSaved={refresh} />
  return <FieldList onClose={onClose} onEdit={setEdited} />
}

function FieldList({ onClose, onEdit }: { onClose: () => void; onEdit: (field: ContactField | 'new') => void }) {
  const client = useQueryClient()
  const { data: fields, isError, error, refetch } = useQuery(fieldsQuery)
  const [write, erase] = [useGate('contacts:write'), useGate('contacts:erase')]
  const remove = useMutation({
    mutationFn: (field: ContactField) => call(contactFields.removeField, { params: { id: field.id } }),
    meta: { success: t('Field deleted'), failure: t('Failed to delete the field') },
    onSuccess: () => refreshContacts(client),
  })
  async function confirmAndRemove(field: ContactField): Promise<void> {
    const message = t('"{name}" and its values on all contacts are deleted. This cannot be undone.', { name: field.label })
    if (await confirm({ title: t('Delete field'), message, action: t('Delete') })) remove.mutate(field)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Custom fields')}
      onSubmit={(event) => {
        event.preventDefault()
        onEdit('new')
      }}
      submitLabel={t('Add field')}
      disabledReason={write}
      width={560}
    >
      {isError && <ErrorState plain error={error} title={t('Fields could not be loaded')} onRetry={() => void refetch()} />}
      {!fields && !isError && <Skeleton height={120} radius={12} />}
      {fields?.length === 0 && (
        <p className={styles.text20}>
          {t('Custom data about contacts: a birthday, a plan, a size. Templates, segments and imports can use it.')}
        </p>
      )}
      {fields && fields.length > 0 && (
        <ul className={classes.list}>
          {fields.map((field) => (
            <li key={field.id} className={classes.field}>
              <span className={classes.words}>
                <span className={classes.label}>{field.label}</span>
                <span className={classes.about}>
                  <span className="mono">{field.key}</span> · {fieldTypeLabels[field.type]}
                  {field.choices.length > 0 && `: ${field.choices.join(', ')}`}
                </span>
              </span>
              <ActionIcon
                aria-label={t('Edit {name}', { name: field.label })}
                onClick={() => onEdit(field)}
                disabled={write !== undefined}
                title={write}
              >
                <IconPencil size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Delete {name}', { name: field.label })}
                onClick={() => void confirmAndRemove(field)}
                disabled={erase !== undefined || remove.isPending}
                title={erase}
              >
                <IconTrash size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
