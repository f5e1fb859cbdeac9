import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { Template } from '@imperium/contract/templates.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { templatesQuery } from './api.ts'
import { CardSkeletons, TemplateCard } from './template-card.tsx'
import type { Graph } from './template-preview.tsx'
import { useTemplate } from './use-template.ts'
import classes from './templates.module.css'

const TemplatePreview = lazy(async () => ({ default: (await import('./template-preview.tsx')).TemplatePreview }))

interface WorkflowTemplatesProps {
  q: string | undefined
  /** Key of the template that is looked at. */
  preview: string | undefined
  graph: Graph
  onSearch: (q: string | undefined) => void
  onPreview: (key: string | undefined) => void
}

/** The templates of workflows, on the page of workflows: what each is for, how it starts and how much it does. */
export function WorkflowTemplates({ q, preview, graph, onSearch, onPreview }: WorkflowTemplatesProps) {
  const list = useInfiniteQuery({ ...templatesQuery({ tab: 'workflow', ...(q ? { q } : {}) }), placeholderData: keepPreviousData })
  const use = useTemplate()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const onUse = (template: Template) => use.mutate(template)
  return (
    <div className={classes.part}>
      <FilterBar
        search={q ?? ''}
        onSearch={(text) => onSearch(text.trim() === '' ? undefined : text)}
        searchLabel={t('Search templates')}
        count={list.isPending ? '' : plural(rows.length, { one: '{count} template', other: '{count} templates' })}
      >
        <OrgLink path="templates?tab=workflow" className={classes.link}>
          {t('The whole catalogue')}
        </OrgLink>
      </FilterBar>
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load templates')} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <CardSkeletons />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={IconFilterOff}
          title={t('No templates found')}
          text={t('Try adjusting your filters')}
          action={
            <Button variant="default" onClick={() => onSearch(undefined)}>
              {t('Clear filters')}
            </Button>
          }
        />
      )}
      {rows.length > 0 && (
        <ul className={classes.cards} aria-label={t('Workflow Templates')}>
          {rows.map((template) => (
            <li key={template.key}>
              <TemplateCard template={template} asWorkflow busy={use.isPending} onUse={onUse} onPreview={({ key }) => onPreview(key)} />
            </li>
          ))}
        </ul>
      )}
      {preview && <ReturnFocus />}
      <Suspense fallback={null}>
        {preview && (
          <TemplatePreview
            key={preview}
            templateKey={preview}
            graph={graph}
            busy={use.isPending}
            onUse={onUse}
            onClose={() => onPreview(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
