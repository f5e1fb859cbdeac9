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
/** The graph of a workflow to look at, for other features. */
export const WorkflowGraph = lazy(async () => ({ default: (await import('./workflow-graph.tsx')).WorkflowGraph }))

/** Reads the first page and the counts ahead, without waiting. The code is loaded with them: nothing of it is in the first chunk. */
export function prefetchWorkflows(search: WorkflowsSearch): void {
  // The tab that opens first comes together with its page; a failure is shown where it is used.
  if (!search.tab) import('./list/my-workflows.tsx').catch(warn)
  import('./api.ts').then(({ prefetchWorkflowsPage }) => prefetchWorkflowsPage(search), warn)
}

const warn = (error: unknown) => console.warn('The workflows could not be read ahead.', error)
