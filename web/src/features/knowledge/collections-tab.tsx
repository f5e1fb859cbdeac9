import { Button, Menu, NumberInput, Switch, TextInput, Textarea } from '@mantine/core'
import { IconFolder, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CollectionBody, knowledge } from '@imperium/contract/knowledge.ts'
import type { Collection } from '@imperium/contract/knowledge.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { CardSkeletons } from '../../ui/list/card-list.tsx'
import { changed, collectionsQuery, removeCollectionMutation } from './api.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'
import { RowMenu } from './row-menu.tsx'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

interface CollectionsTabProps {
  refusal: string | undefined
  change: ChangeSearch<KnowledgeSearch>
}

/** Collections: an agent searches one only if it was granted to it. */
export function CollectionsTab({ refusal, change }: CollectionsTabProps) {
  const { data, error, isPending, refetch } = useQuery(collectionsQuery)
  const [editing, setEditing] = useState<Collection | 'new' | null>(null)
  if (error) return <ErrorState error={error} title={t('Collections could not be loaded')} onRetry={() => void refetch()} />
  if (isPending) return <CardSkeletons size={{ heightPx: 72, widthPx: 420 }} />
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      disabled={refusal !== undefined}
      title={refusal}
      onClick={() => setEditing('new')}
    >
      {t('New collection')}
    </Button>
  )
  return (
    <div className={styles.stackWide}>
      {data.length === 0 ? (
        <EmptyState
          icon={IconFolder}
          title={t('No collections yet')}
          text={t('Put articles and documents into a collection, and choose in the form of each agent which collections it searches.')}
          action={add}
          preview={
            <EmptyPreview
              kind="rows"
              icon={IconFolder}
              items={[{ title: t('For customers') }, { title: t('Products') }, { title: t('Internal') }]}
            />
          }
        />
      ) : (
        <>
          <div>{add}</div>
          <ul className={`${styles.list} ${styles.stack8}`} aria-label={t('Collections')}>
            {data.map((collection) => (
              <CollectionRow
                key={collection.id}
                collection={collection}
                refusal={refusal}
                onEdit={() => setEditing(collection)}
                onDocuments={() => change({ tab: 'documents', collection: collection.id })}
              />
            ))}
          </ul>
        </>
      )}
      {editing && <CollectionDialog editing={editing === 'new' ? null : editing} refusal={refusal} onClose={() => setEditing(null)} />}
    </div>
  )
}

interface CollectionRowProps {
  collection: Collection
  refusal: string | undefined
  onEdit: () => void
  onDocuments: () => void
}

function CollectionRow({ collection, refusal, onEdit, onDocuments }: CollectionRowProps) {
  const { id, name, description, answersContacts, articles, documents } = collection
  const remove = useMutation(removeCollectionMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name })
    if (await confirm({ title: t('Delete collection'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <span className={classes.rowTitle}>{name}</span>
        {description && <span className={classes.excerpt}>{description}</span>}
        <span className={`${classes.facts} ${styles.small}`}>
          <span>{plural(articles, { one: '{count} article', other: '{count} articles' })}</span>
          <button type="button" className={classes.crumb} onClick={onDocuments}>
            {plural(documents, { one: '{count} document', other: '{count} documents' })}
          </button>
          {answersContacts && <span className={classes.tag}>{t('Answers anyone who writes to a channel')}</span>}
        </span>
      </span>
      <RowMenu name={name} refusal={refusal}>
        <Menu.Item onClick={onEdit}>{t('Edit')}</Menu.Item>
        <Menu.Item color="red" onClick={() => void askToDelete()}>
          {t('Delete')}
        </Menu.Item>
      </RowMenu>
    </li>
  )
}

interface CollectionDialogProps {
  editing: Collection | null
  refusal: string | undefined
  onClose: () => void
}

function CollectionDialog({ editing, refusal, onClose }: CollectionDialogProps) {
  const { name = '', description = '', answersContacts = false, leastStrength = null, passages = null } = editing ?? {}
  const form = useContractForm<Required<CollectionBody>>({
    initialValues: { name, description, answersContacts, leastStrength, passages },
    schema: CollectionBody,
  })
  // An empty field is as for all knowledge.
  const numberProps = (field: 'leastStrength' | 'passages') => {
    const { value, onChange, ...props } = form.getInputProps(field)
    return { ...props, value: value ?? '', onChange: (given: number | string) => onChange(given === '' ? null : given) }
  }
  const save = useMutation({
    mutationFn: (body: Required<CollectionBody>) =>
      editing ? call(knowledge.updateCollection, { params: { id: editing.id }, body }) : call(knowledge.createCollection, { body }),
    meta: { silent: true, success: t('Collection saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The collection could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={480}
      title={editing ? t('Edit collection') : t('New collection')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('Description')} autosize maxLength={300} {...form.getInputProps('description')} />
      <Switch
        label={t('May be used in answers to contacts')}
        description={t(
          'Anyone who writes to a channel may be answered from it by agents that were granted this collection, although it is not public.',
        )}
        {...form.getInputProps('answersContacts', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('Least strength')}
        description={t('Weaker passages of this collection are not given to agents. Empty: as for all knowledge.')}
        suffix=" %"
        min={0}
        max={100}
        allowDecimal={false}
        {...numberProps('leastStrength')}
      />
      <NumberInput
        label={t('Passages for an agent')}
        description={t('How many of this collection it gets of one search, at most. Empty: as for all knowledge.')}
        min={1}
        max={20}
        allowDecimal={false}
        {...numberProps('passages')}
      />
    </FormDialog>
  )
}
