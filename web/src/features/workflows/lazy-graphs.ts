import { lazy } from 'react'

// The canvas is heavy: it comes when a graph is in sight.
export const RunGraph = lazy(async () => ({ default: (await import('./editor/run-graph.tsx')).RunGraph }))
export const WorkflowGraph = lazy(async () => ({ default: (await import('./workflow-graph.tsx')).WorkflowGraph }))
