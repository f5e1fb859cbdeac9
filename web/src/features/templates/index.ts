import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseTemplatesSearch } from './templates-search.ts'
export const TemplatesPage = lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage')
/** The templates of workflows, as a tab of their page. */
export const WorkflowTemplates = lazy(async () => ({ default: (await import('./workflow-templates.tsx')).WorkflowTemplates }))
/** Publishes an own agent, campaign or workflow as a template. */
export const PublishTemplateDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishTemplateDialog }))
