import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { CollectionBody } from '@imperium/contract/api-playground.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { collectionsQuery, createCollectionMutation, saveRequestMutation } from './api.ts'
import type { Draft } from './draft.ts'
import styles from '../../ui/styles.module.css'

interface Values extends Record<string, unknown> {
  name: string
  collectionId: string
}

const SaveForm = CollectionBody.extend({ collectionId: z.string().min(1, t('Choose a collection')) })

/** Saves the request on screen in a collection. */
export function SaveDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { data = [] } = useQuery(collectionsQuery)
  const form = useContractForm<Values>({
    initialValues: { name: `${draft.method} ${draft.path.replace('/api/v1', '')}`.slice(0, 120), collectionId: data[0]?.id ?? '' },
    schema: SaveForm,
  })
  const save = useMutation({
    ...saveRequestMutation,
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The request could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Save request')}
      onSubmit={form.onSubmit((values) => save.mutate({ body: { ...draft, ...values } }))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={data.length === 0 ? t('Create a collection first') : undefined}
      width={480}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('Collection')}
        withAsterisk
        allowDeselect={false}
        data={data.map(({ id, name }) => ({ value: id, label: name }))}
        description={data.length === 0 ? t('Create a collection first') : undefined}
        {...form.getInputProps('collectionId')}
      />
      <p className={styles.hint}>{t('Everyone in the organization sees it. Secrets in headers, parameters and body are removed.')}</p>
    </FormDialog>
  )
}

/** Creates an empty collection. */
export function NewCollectionDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm<{ name: string }>({ initialValues: { name: '' }, schema: CollectionBody })
  const create = useMutation({
    ...createCollectionMutation,
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The collection could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('New collection')}
      onSubmit={form.onSubmit((values) => create.mutate({ body: values }))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={create.isPending}
      width={440}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
