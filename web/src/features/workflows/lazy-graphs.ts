import { lazy } from 'react'

// The canvas is large: load it when a graph becomes visible.
export const RunGraph = lazy(async () => ({ default: (await import('./editor/run-graph.tsx')).RunGraph }))
export const WorkflowGraph = lazy(async () => ({ default: (await import('./workflow-graph.tsx')).WorkflowGraph }))
