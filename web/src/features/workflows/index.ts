import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import type { WorkflowsSearch } from './workflows-search.ts'

export { parseCredentialsSearch, parseRunSearch, parseWorkflowSearch, parseWorkflowsSearch } from './workflows-search.ts'
export const WorkflowsPage = lazyRouteComponent(() => import('./list/workflows-page.tsx'), 'WorkflowsPage')
export const WorkflowPage = lazyRouteComponent(() => import('./detail/workflow-page.tsx'), 'WorkflowPage')
export const WorkflowEditorPage = lazyRouteComponent(() => import('./editor/workflow-editor-page.tsx'), 'WorkflowEditorPage')
export const WorkflowRunPage = lazyRouteComponent(() => import('./runs/run-page.tsx'), 'WorkflowRunPage')
export const ApprovePage = lazyRouteComponent(() => import('./approvals/approve-page.tsx'), 'ApprovePage')
export const CredentialsPage = lazyRouteComponent(() => import('./credentials/credentials-page.tsx'), 'CredentialsPage')
/** Read-only graph of a workflow, for other features. */
export const WorkflowGraph = lazy(async () => ({ default: (await import('./workflow-graph.tsx')).WorkflowGraph }))

/** Prefetches the first page, the counts and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchWorkflows(search: WorkflowsSearch): void {
  // Loads the default tab together with its page; a failure is shown where the tab is used.
  if (!search.tab) import('./list/my-workflows.tsx').catch(warn)
  import('./api.ts').then(({ prefetchWorkflowsPage }) => prefetchWorkflowsPage(search), warn)
}

const warn = (error: unknown) => console.warn('The workflows could not be read ahead.', error)
