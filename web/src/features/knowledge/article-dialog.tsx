import { Checkbox, MultiSelect, SegmentedControl, Select, Switch, TagsInput, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateArticleBody, articleVisibilities, knowledge, knowledgeLimits } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { languages } from '@imperium/contract/languages.ts'
import { roles } from '@imperium/contract/permissions.ts'
import { call } from '../../lib/api.ts'
import { roleLabels } from '../../lib/enum-labels.ts'
import { languageNames } from '../../lib/language-names.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { articleQuery, changed, questionsQuery } from './api.ts'
import { CollectionField } from './collection-field.tsx'
import { Markdown } from '../../ui/text/lazy-markdown.tsx'
import { categoryLabels, visibilityLabels } from './knowledge-labels.ts'
import { categories } from './knowledge-search.ts'
import type { Category } from './knowledge-search.ts'
import classes from './knowledge.module.css'

interface ArticleDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Of a new one. */
  category: Category | undefined
  /** The unanswered question that a new one answers. */
  questionId: string | undefined
  refusal: string | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** Writes an article in Markdown, with a preview. */
export function ArticleDialog({ id, ...rest }: ArticleDialogProps) {
  const { questionId } = rest
  const { data, error } = useQuery({ ...articleQuery(id ?? ''), enabled: id !== null })
  const questions = useQuery({ ...questionsQuery, enabled: questionId !== undefined })
  if (error) throw error
  if ((id !== null && !data) || (questionId !== undefined && questions.isPending)) return null
  const question = questions.data?.find((each) => each.id === questionId)?.question
  return <ArticleForm editing={data ?? null} question={question} {...rest} />
}

type Values = Record<string, unknown> & Omit<Required<CreateArticleBody>, 'status' | 'answers'> & { publishes: boolean }

function valuesOf(editing: KnowledgeArticleDetail | null, category: Category | undefined, question: string | undefined): Values {
  const {
    title = question ?? '',
    excerpt = '',
    body = '',
    tags = [],
    featured = false,
    language = 'en',
    visibility = 'organization',
  } = editing ?? {}
  return {
    title,
    excerpt,
    body,
    tags,
    featured,
    language,
    visibility,
    category: editing?.category ?? category ?? (question === undefined ? 'guides' : 'faqs'),
    collectionId: editing?.collectionId ?? null,
    roles: editing?.roles ?? [],
    publishes: editing === null || editing.status === 'PUBLISHED',
  }
}

interface ArticleFormProps extends Omit<ArticleDialogProps, 'id'> {
  editing: KnowledgeArticleDetail | null
  question: string | undefined
}

function ArticleForm({ editing, category, question, questionId, refusal, onSaved, onClose }: ArticleFormProps) {
  const form = useContractForm<Values>({ initialValues: valuesOf(editing, category, question), schema: CreateArticleBody.loose() })
  const save = useMutation({
    mutationFn: ({ publishes, ...body }: Values) => {
      const status = publishes ? ({ status: 'PUBLISHED' } as const) : {}
      return editing
        ? call(knowledge.update, { params: { id: editing.id }, body: { ...body, ...status, updatedAt: editing.updatedAt } })
        : call(knowledge.create, { body: { ...body, ...status, ...(question && questionId ? { answers: questionId } : {}) } })
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
        {visibility === 'roles' && (
          <MultiSelect
            label={t('Roles')}
            data={roles.map((value) => ({ value, label: roleLabels[value] }))}
            withAsterisk
            {...form.getInputProps('roles')}
          />
        )}
        <CollectionField {...form.getInputProps('collectionId')} />
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
          <Markdown text={body} />
        </div>
      )}
    </div>
  )
}
