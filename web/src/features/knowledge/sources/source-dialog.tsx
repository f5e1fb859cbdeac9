import { NumberInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { documentVisibilities } from '@imperium/contract/knowledge.ts'
import { CreateSourceBody, knowledgeSources, sourceLimits } from '@imperium/contract/knowledge/knowledge-sources.ts'
import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { languages } from '@imperium/contract/languages.ts'
import { call } from '../../../lib/api.ts'
import { languageNames } from '../../../lib/language-names.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { changedValues } from '../../../ui/form/changed-values.ts'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { CollectionField } from '../collection-field.tsx'
import { MetadataField } from '../documents/metadata-field.tsx'
import { visibilityLabels } from '../knowledge-labels.ts'
import { scheduleLabels } from './source-labels.ts'
import { invalidates } from './sources-api.ts'
import classes from '../knowledge.module.css'

interface SourceDialogProps {
  /** The one to change; null for a new one. */
  editing: KnowledgeSource | null
  collectionId: string | undefined
  refusal: string | undefined
  onClose: () => void
}

type Values = Required<Omit<CreateSourceBody, 'language'>> & Pick<CreateSourceBody, 'language'>

const valuesOf = (editing: KnowledgeSource | null, collectionId: string | undefined): Values => ({
  kind: editing?.kind ?? 'address',
  url: editing?.url ?? '',
  name: editing?.name ?? '',
  depth: editing?.depth ?? 0,
  maxPages: editing?.maxPages ?? 50,
  schedule: editing?.schedule ?? 'weekly',
  language: editing?.language,
  visibility: editing?.visibility ?? 'organization',
  collectionId: editing ? editing.collectionId : (collectionId ?? null),
  metadata: editing?.metadata ?? {},
})

const depths = [
  { value: '0', label: t('This page only') },
  { value: '1', label: t('And the pages it links to') },
  { value: '2', label: t('Two links deep') },
  { value: '3', label: t('Three links deep') },
]

/** A web address or a sitemap, whose pages become documents. */
export function SourceDialog({ editing, collectionId, refusal, onClose }: SourceDialogProps) {
  const form = useContractForm<Values>({ schema: CreateSourceBody, initialValues: valuesOf(editing, collectionId) })
  const save = useMutation({
    mutationFn: (values: Values) => {
      const { kind: _kind, url: _url, ...body } = values
      if (!editing) return call(knowledgeSources.create, { body: values })
      return call(knowledgeSources.update, { params: { id: editing.id }, body: changedValues<typeof body>(form.getInitialValues(), body) })
    },
    meta: { silent: true, success: editing ? t('Web address saved') : t('Web address added'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (showFieldErrors(form, error)) return
      reportError(error, editing ? t('The web address could not be saved') : t('The web address could not be added'))
    },
  })
  const isSitemap = form.values.kind === 'sitemap'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit web address') : t('Add web address')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save') : t('Add')}
      busyLabel={editing ? t('Saving...') : t('Adding...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      {editing ? (
        <p className={classes.excerpt}>
          {editing.url}
          <br />
          {t('Documents of its pages follow these changes, unless they were changed one by one.')}
        </p>
      ) : (
        <AddressFields form={form} isSitemap={isSitemap} />
      )}
      <TextInput
        label={t('Name')}
        description={t('How the list shows it instead of its address.')}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <div className={classes.fields}>
        {!isSitemap && (
          <Select
            label={t('Links')}
            allowDeselect={false}
            data={depths}
            value={String(form.values.depth)}
            error={form.errors['depth']}
            onChange={(value) => form.setFieldValue('depth', Number(value))}
          />
        )}
        <NumberInput label={t('Most pages')} min={1} max={sourceLimits.pages} allowDecimal={false} {...form.getInputProps('maxPages')} />
        <Select
          label={t('Read again')}
          allowDeselect={false}
          data={Object.entries(scheduleLabels).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('schedule')}
        />
        <Select
          label={t('Visibility')}
          allowDeselect={false}
          data={documentVisibilities.map((value) => ({ value, label: visibilityLabels[value] }))}
          {...form.getInputProps('visibility')}
        />
        <Select
          label={t('Language')}
          placeholder={t('Recognized from the text')}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <CollectionField {...form.getInputProps('collectionId')} />
      </div>
      <MetadataField {...form.getInputProps('metadata')} />
    </FormDialog>
  )
}

function AddressFields({ form, isSitemap }: { form: UseFormReturnType<Values>; isSitemap: boolean }) {
  return (
    <>
      <Select
        label={t('Type')}
        allowDeselect={false}
        data={[
          { value: 'address', label: t('Web address') },
          { value: 'sitemap', label: t('Sitemap (XML)') },
        ]}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('Address')}
        description={t('A public page. The robots.txt of its site is obeyed, and no other host is visited.')}
        placeholder={isSitemap ? 'https://example.com/sitemap.xml' : 'https://example.com/help'}
        withAsterisk
        inputMode="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
    </>
  )
}
