import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'

/** Parses typed JSON; undefined if it is invalid. Empty text is an empty object. */
export function readJson(text: string): Json | undefined {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
