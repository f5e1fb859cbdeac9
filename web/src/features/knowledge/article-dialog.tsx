import { Checkbox, MultiSelect, SegmentedControl, Select, Switch, TagsInput, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CreateArticleBody, articleVisibilities, knowledge, knowledgeLimits } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { languages } from '@imperium/contract/languages.ts'
import { roles } from '@imperium/contract/permissions.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { articleQuery, changed } from './api.ts'
import { categoryLabels, visibilityLabels } from './knowledge-labels.ts'
import { categories } from './knowledge-search.ts'
import type { Category } from './knowledge-search.ts'
import classes from './knowledge.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../ui/text/markdown.tsx')).Markdown }))
const languageNames = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', ja: '日本語' } as const

interface ArticleDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Of a new one. */
  category: Category | undefined
  refusal: string | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** Writes an article in Markdown, with a preview. */
export function ArticleDialog({ id, ...rest }: ArticleDialogProps) {
  const { data, error } = useQuery({ ...articleQuery(id ?? ''), enabled: id !== null })
  if (error) throw error
  if (id !== null && !data) return null
  return <ArticleForm editing={data ?? null} {...rest} />
}

type Values = Record<string, unknown> & Omit<Required<CreateArticleBody>, 'status'> & { publishes: boolean }

function valuesOf(editing: KnowledgeArticleDetail | null, category: Category | undefined): Values {
  const { title = '', excerpt = '', body = '', tags = [], featured = false, language = 'en', visibility = 'organization' } = editing ?? {}
  return {
    title,
    excerpt,
    body,
    tags,
    featured,
    language,
    visibility,
    category: editing?.category ?? category ?? 'guides',
    roles: editing?.roles ?? [],
    publishes: editing === null || editing.status === 'PUBLISHED',
  }
}

function ArticleForm({
  editing,
  category,
  refusal,
  onSaved,
  onClose,
}: Omit<ArticleDialogProps, 'id'> & { editing: KnowledgeArticleDetail | null }) {
  const form = useContractForm<Values>({ initialValues: valuesOf(editing, category), schema: CreateArticleBody.loose() })
  const save = useMutation({
    mutationFn: ({ publishes, ...body }: Values) => {
      const status = publishes ? ({ status: 'PUBLISHED' } as const) : {}
      return editing
        ? call(knowledge.update, { params: { id: editing.id }, body: { ...body, ...status, updatedAt: editing.updatedAt } })
        : call(knowledge.create, { body: { ...body, ...status } })
    },
    meta: { silent: true, success: t('Article saved'), invalidates: changed },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The article could not be saved'))
    },
  })
  const { visibility, publishes } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      place="side"
      width={860}
      title={editing ? t('Edit article') : t('Write an article')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={publishes ? t('Save and publish') : t('Save draft')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      footer={<Checkbox label={t('Publish')} {...form.getInputProps('publishes', { type: 'checkbox' })} />}
    >
      <TextInput label={t('Title')} withAsterisk maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Textarea
        label={t('Summary')}
        description={t('One sentence that lists show below the title.')}
        autosize
        maxLength={500}
        {...form.getInputProps('excerpt')}
      />
      <BodyField input={form.getInputProps('body')} body={form.values.body} />
      <div className={classes.fields}>
        <Select
          label={t('Category')}
          allowDeselect={false}
          data={categories.map((value) => ({ value, label: categoryLabels[value] }))}
          {...form.getInputProps('category')}
        />
        <Select
          label={t('Language')}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('Visibility')}
          allowDeselect={false}
          data={articleVisibilities.map((value) => ({ value, label: visibilityLabels[value] }))}
          {...form.getInputProps('visibility')}
        />
        {visibility === 'roles' && <MultiSelect label={t('Roles')} data={[...roles]} withAsterisk {...form.getInputProps('roles')} />}
        <TagsInput label={t('Tags')} maxTags={knowledgeLimits.tags} {...form.getInputProps('tags')} />
      </div>
      <Switch label={t('Show among the featured articles')} {...form.getInputProps('featured', { type: 'checkbox' })} />
    </FormDialog>
  )
}

/** The text, or how readers see it. */
function BodyField({ input, body }: { input: object; body: string }) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <div>
      <SegmentedControl
        size="xs"
        mb={8}
        value={view}
        onChange={(next) => setView(next)}
        data={[
          { value: 'write', label: t('Write') },
          { value: 'preview', label: t('Preview') },
        ]}
      />
      {view === 'write' ? (
        <Textarea
          label={t('Text')}
          description={t('Markdown: ## for a heading, - for a list, **bold**, [text](address).')}
          autosize
          minRows={14}
          maxRows={28}
          maxLength={knowledgeLimits.body}
          classNames={{ input: classes.mono }}
          {...input}
        />
      ) : (
        <div className={classes.preview}>
          <Suspense fallback={null}>
            <Markdown text={body} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
