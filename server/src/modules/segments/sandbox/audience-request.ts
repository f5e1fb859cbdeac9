import type { JsonObject } from '../../../platform/llm/types.ts'

/** What the organization has that an audience may be told by. */
export interface AudienceRequest {
  audience: string
  tags: string[]
  fields: { key: string; label: string; type: string; choices: string[] }[]
  purposes: { key: string; name: string }[]
  campaigns: { id: string; name: string }[]
  segments: { id: string; name: string }[]
  events: string[]
}

/** A part of the sentence that was read. Several conditions belong together by `match`. */
export interface Found {
  at: number
  length: number
  conditions: JsonObject[]
  match?: 'any'
}

export type Reader = (text: string) => Found | null
