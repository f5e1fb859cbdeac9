import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'

/** JSON as typed; undefined where it is none. Nothing typed is an empty object. */
export function readJson(text: string): Json | undefined {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
