import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'

/** Drafts that are being changed, each as it was when its form was opened. */
export type OpenDrafts = ReadonlyMap<string, CampaignDraft>

export interface ShownDraft {
  draft: CampaignDraft
  /** The draft when its form was opened; null when it is not being edited. */
  opened: CampaignDraft | null
  /** It left the list because it was decided; `draft` is its state before. */
  isGone: boolean
}

/**
 * The list, with edited drafts that left it kept in place: a text being typed must not vanish. The server sorts
 * by contact; drafts beyond the loaded pages do not count as gone.
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

type Texts = Pick<CampaignDraft, 'subject' | 'body'>
export const isSameText = (a: Texts, b: Texts): boolean => a.subject === b.subject && a.body === b.body

/** What others did to a draft since its form was opened. What reads as it was typed was saved from here. */
export function happenedTo({ draft, isGone }: ShownDraft, opened: CampaignDraft, typed: Texts): 'decided' | 'changed' | null {
  // Another run wrote it: it is the message of a later occurrence.
  if (isGone || draft.status !== 'written' || draft.runId !== opened.runId) return 'decided'
  return isSameText(draft, opened) || isSameText(draft, typed) ? null : 'changed'
}

/** Order of focus targets after a decision: the draft itself if it is still there, then the next ones, then the previous ones. */
export function focusOrder(contactIds: readonly string[], from: string): string[] {
  const at = contactIds.indexOf(from)
  return [...contactIds.slice(at), ...contactIds.slice(0, at).toReversed()]
}
