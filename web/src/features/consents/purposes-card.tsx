import { Button, Skeleton, TextInput, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consents } from '@imperium/contract/contacts/consents.ts'
import type { ConsentPurpose } from '@imperium/contract/contacts/consents.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { createPurposeMutation, purposesQuery, updatePurposeMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import { keyOfName } from './purpose-key.ts'

/** The organization's purposes; contacts opt in or out of each. */
export function PurposesCard() {
  const { data, isError, error, refetch } = useQuery(purposesQuery)
  const mayEdit = useCan('consents:manage')
  const [editing, setEditing] = useState<ConsentPurpose | 'new' | null>(null)
  return (
    <Card
      title={t('Purposes')}
      className={classes.narrow}
      aside={
        mayEdit && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('Add purpose')}
          </Button>
        )
      }
    >
      <p className={classes.text}>{t('Why you send messages. A campaign reaches contacts with consent for its purpose.')}</p>
      {isError && !data && <ErrorState error={error} title={t('The purposes could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={64} radius={8} mt={12} />}
      <ul className={classes.list}>
        {data?.map((purpose) => (
          <Purpose key={purpose.key} purpose={purpose} mayEdit={mayEdit} onEdit={() => setEditing(purpose)} />
        ))}
      </ul>
      {editing && <PurposeDialog editing={editing === 'new' ? null : editing} taken={data ?? []} onClose={() => setEditing(null)} />}
    </Card>
  )
}

function Purpose({ purpose, mayEdit, onEdit }: { purpose: ConsentPurpose; mayEdit: boolean; onEdit: () => void }) {
  const change = useMutation(updatePurposeMutation)
  const isArchived = purpose.archivedAt !== null
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.name}>{purpose.name}</p>
        <p className={classes.text}>{purpose.description || t('Key: {key}', { key: purpose.key })}</p>
      </div>
      <div className={styles.row}>
        <StatusDot tone={isArchived ? 'idle' : 'ok'} label={isArchived ? t('Archived') : t('In use')} />
        {mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={onEdit} aria-label={t('Edit {name}', { name: purpose.name })}>
              {t('Edit')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              disabled={change.isPending}
              aria-label={isArchived ? t('Restore {name}', { name: purpose.name }) : t('Archive {name}', { name: purpose.name })}
              onClick={() => change.mutate({ params: { key: purpose.key }, body: { archived: !isArchived } })}
            >
              {isArchived ? t('Restore') : t('Archive')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

interface PurposeDialogProps {
  editing: ConsentPurpose | null
  taken: readonly ConsentPurpose[]
  onClose: () => void
}

function PurposeDialog({ editing, taken, onClose }: PurposeDialogProps) {
  const create = useMutation(createPurposeMutation)
  const update = useMutation(updatePurposeMutation)
  const form = useContractForm({
    initialValues: { name: editing?.name ?? '', description: editing?.description ?? '' },
    schema: consents.createPurpose.body.pick({ name: true, description: true }),
  })
  const after = {
    onSuccess: onClose,
    onError: (error: unknown) => void (showFieldErrors(form, error) || form.setErrors({ name: (error as Error).message })),
  }
  const submit = form.onSubmit(({ name, description }) => {
    if (editing) update.mutate({ params: { key: editing.key }, body: { name, description } }, after)
    else create.mutate({ body: { key: keyOfName(name, new Set(taken.map((each) => each.key))), name, description } }, after)
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit purpose') : t('Add purpose')}
      onSubmit={submit}
      submitLabel={editing ? t('Save changes') : t('Add purpose')}
      busy={create.isPending || update.isPending}
      width={480}
    >
      <TextInput
        label={t('Name')}
        withAsterisk
        placeholder={t('Product news')}
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('Description')}
        description={t('Shown on the preference page.')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
