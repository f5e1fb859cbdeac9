import { IconFilterOff } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Template } from '@imperium/contract/templates.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { CardList } from '../../ui/list/card-list.tsx'
import { ListView } from '../../ui/list/list-view.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { templatesQuery } from './api.ts'
import { TemplateCard, cardSize } from './template-card.tsx'
import type { Graph } from './template-preview.tsx'
import { useTemplate } from './use-template.ts'
import styles from '../../ui/styles.module.css'
import classes from './templates.module.css'

const TemplatePreview = lazy(async () => ({ default: (await import('./template-preview.tsx')).TemplatePreview }))

interface WorkflowTemplatesProps {
  q: string | undefined
  /** Key of the previewed template. */
  preview: string | undefined
  graph: Graph
  onSearch: (q: string | undefined) => void
  onPreview: (key: string | undefined) => void
}

/** The templates of workflows, on the page of workflows: what each is for, how it starts and how much it does. */
export function WorkflowTemplates({ q, preview, graph, onSearch, onPreview }: WorkflowTemplatesProps) {
  const list = useRows(templatesQuery({ tab: 'workflow', ...(q ? { q } : {}) }))
  const use = useTemplate()
  const onUse = (template: Template) => use.mutate(template)
  return (
    <div className={styles.stackWide}>
      <ListView
        icon={IconFilterOff}
        list={list}
        search={q ? { q } : {}}
        change={(next: { q?: string | undefined }) => onSearch(next.q)}
        find={{ label: t('Search templates') }}
        count={list.table.loading ? '' : plural(list.rows.length, { one: '{count} template', other: '{count} templates' })}
        controls={
          <OrgLink path="templates?tab=workflow" className={classes.link}>
            {t('The whole catalog')}
          </OrgLink>
        }
        failed={t('Failed to load templates')}
        noMatch={{ title: t('No templates found'), text: t('Try adjusting your filters') }}
        renderRows={() => (
          <CardList
            list={list}
            label={t('Workflow Templates')}
            size={cardSize}
            rowId={({ key }) => key}
            renderCard={(template) => (
              <TemplateCard template={template} asWorkflow busy={use.isPending} onUse={onUse} onPreview={({ key }) => onPreview(key)} />
            )}
          />
        )}
      />
      <Overlays open={preview ?? ''}>
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
      </Overlays>
    </div>
  )
}
