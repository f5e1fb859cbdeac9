import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'

/** Drafts that are being changed, each as it was when its form was opened. */
export type OpenDrafts = ReadonlyMap<string, CampaignDraft>

export interface ShownDraft {
  draft: CampaignDraft
  /** As its form was opened; null where it is not being changed. */
  opened: CampaignDraft | null
  /** The list has it no more: it was decided about, and `draft` is what it was before. */
  isGone: boolean
}

/**
 * The list with what is being changed and has left it, in its place: a text that somebody is writing does not vanish with a row. The server
 * lists by contact; what lies beyond the pages that were loaded is not gone.
 */
export function shownDrafts(rows: readonly CampaignDraft[], open: OpenDrafts, hasMore: boolean): ShownDraft[] {
  const listed = new Set(rows.map(({ contactId }) => contactId))
  const last = rows.at(-1)?.contactId ?? ''
  const left = [...open.values()].filter(({ contactId }) => !listed.has(contactId))
  return [
    ...rows.map((draft) => ({ draft, opened: open.get(draft.contactId) ?? null, isGone: false })),
    ...left.map((opened) => ({ draft: opened, opened, isGone: !hasMore || opened.contactId < last })),
  ].toSorted((a, b) => (a.draft.contactId < b.draft.contactId ? -1 : 1))
}

type Words = Pick<CampaignDraft, 'subject' | 'body'>
export const isSameText = (a: Words, b: Words): boolean => a.subject === b.subject && a.body === b.body

/** What others did to a draft since its form was opened. What reads as it was typed was saved from here. */
export function happenedTo({ draft, isGone }: ShownDraft, opened: CampaignDraft, typed: Words): 'decided' | 'changed' | null {
  // Another run wrote it: it is the message of a later occurrence.
  if (isGone || draft.status !== 'written' || draft.runId !== opened.runId) return 'decided'
  return isSameText(draft, opened) || isSameText(draft, typed) ? null : 'changed'
}

/** Where the focus goes from what was decided: stays where nothing came of it, else to the nearest after it, else before it. */
export function focusOrder(contactIds: readonly string[], from: string): string[] {
  const at = contactIds.indexOf(from)
  return [...contactIds.slice(at), ...contactIds.slice(0, at).toReversed()]
}
