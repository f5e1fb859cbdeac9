import type { BrandImage, BrandSettings } from '@imperium/contract/branding/branding.ts'

/** What is being edited: the settings, with the images that their ids name. */
export interface BrandDraft extends BrandSettings {
  logo: BrandImage | null
  favicon: BrandImage | null
}

/** Changes some fields of the draft. */
export type ChangeBrand = (fields: Partial<BrandDraft>) => void

/** What each card of the page gets. */
export interface BrandFields {
  draft: BrandDraft
  change: ChangeBrand
  /** Why nothing can be changed. */
  refused: string | undefined
}
