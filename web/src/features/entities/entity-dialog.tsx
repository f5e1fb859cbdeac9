import { Button, Select, TagsInput, TextInput, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { CreateEntityBody, UpdateEntityBody, entities, entityCategories } from '@imperium/contract/entities/entities.ts'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { changed, entitiesQuery, entityQuery } from './api.ts'
import { blankField, draftsOf, toCreateBody, toUpdateBody, valuesOf } from './entity-form.ts'
import type { EntityValues } from './entity-form.ts'
import { categoryLabels, nameOfLabel } from './entity-labels.ts'
import { FieldRow } from './field-row.tsx'
import { StartFromFile } from './start-from-file.tsx'
import styles from '../../ui/styles.module.css'
import classes from './entities.module.css'

interface EntityDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
}

/** Designs an entity: its texts and its fields. */
export function EntityDialog({ id, ...rest }: EntityDialogProps) {
  const { data, error } = useQuery({ ...entityQuery(id ?? ''), enabled: id !== null })
  if (error) throw error
  if (id !== null && !data) return null
  return <EntityForm editing={data ?? null} {...rest} />
}

const categories = entityCategories.map((value) => ({ value, label: categoryLabels[value] }))

function EntityForm({ editing, refusal, onClose }: Omit<EntityDialogProps, 'id'> & { editing: EntityDefinition | null }) {
  const form = useContractForm<EntityValues>({
    initialValues: valuesOf(editing),
    schema: editing ? UpdateEntityBody : CreateEntityBody,
    toBody: editing ? toUpdateBody : toCreateBody,
  })
  const targets = useTargets(
    editing?.entityName ?? (form.values.entityName || nameOfLabel(form.values.displayName)),
    form.values.displayName,
  )
  const save = useMutation({
    mutationFn: (values: EntityValues) =>
      editing
        ? call(entities.update, { params: { id: editing.id }, body: { ...toUpdateBody(values), updatedAt: editing.updatedAt } })
        : call(entities.create, { body: toCreateBody(values) }),
    meta: { silent: true, success: t('Entity saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The entity could not be saved'))
    },
  })
  const { fields } = form.values
  const add = () => form.insertListItem('fields', blankField())
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit entity') : t('Create Entity')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Create Entity')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      place="side"
      width={820}
      {...(editing && editing.status !== 'draft' ? { footer: t('The table changes when you activate the changes.') } : {})}
    >
      <div className={classes.pair}>
        <TextInput label={t('Display name')} withAsterisk maxLength={80} data-autofocus {...form.getInputProps('displayName')} />
        <TextInput
          label={t('Name')}
          description={t('In the API. It cannot be changed later.')}
          maxLength={40}
          disabled={editing !== null}
          placeholder={nameOfLabel(form.values.displayName)}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('entityName')}
        />
      </div>
      {!editing && (
        <StartFromFile
          onProposed={({ displayName, ...proposal }, fileName) => {
            form.setFieldValue('fields', draftsOf({ displayName, ...proposal }))
            if (form.values.displayName === '') form.setFieldValue('displayName', displayName || titleOfFile(fileName))
          }}
        />
      )}
      <section aria-label={t('Fields')} className={styles.stack}>
        <h3 className={styles.partTitle}>{t('Fields')}</h3>
        {fields.map((field, at) => (
          <FieldRow
            key={field.key}
            form={form}
            at={at}
            isLast={at === fields.length - 1}
            targets={targets}
            onEnter={add}
            // The designer begins with the name of the entity; a row that was added wants its own.
            focused={at > 0 && field.label === '' && field.id === null}
          />
        ))}
        {form.errors['fields'] && (
          <p role="alert" className={styles.bad}>
            {form.errors['fields']}
          </p>
        )}
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          disabled={fields.length >= entityLimits.fields}
          onClick={add}
        >
          {t('Add field')}
        </Button>
      </section>
      <Textarea label={t('Description')} autosize minRows={2} maxLength={1000} {...form.getInputProps('description')} />
      <div className={classes.pair}>
        <Select label={t('Category')} data={categories} allowDeselect={false} {...form.getInputProps('category')} />
        <TagsInput label={t('Tags')} maxTags={entityLimits.tags} placeholder={t('Type and press Enter')} {...form.getInputProps('tags')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={t('Vertical')} maxLength={60} {...form.getInputProps('vertical')} />
        <TextInput label={t('Module')} maxLength={60} {...form.getInputProps('module')} />
      </div>
    </FormDialog>
  )
}

/** "property-viewings.csv": "Property viewings". */
function titleOfFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 80)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What relations may lead to: contacts, members, the entity itself and the organization's others. */
function useTargets(ownName: string, ownLabel: string): { value: string; label: string }[] {
  const { data } = useInfiniteQuery(entitiesQuery({}))
  const others = (data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .filter(({ isSystemEntity, entityName }) => !isSystemEntity && entityName !== ownName)
  return [
    { value: 'contacts', label: t('Contacts') },
    { value: 'members', label: t('Members') },
    ...(ownName === '' ? [] : [{ value: ownName, label: ownLabel || ownName }]),
    ...others.map(({ entityName, displayName }) => ({ value: entityName, label: displayName })),
  ]
}
