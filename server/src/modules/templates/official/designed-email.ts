import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { emailLayouts } from '@imperium/contract/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '@imperium/contract/email-designs/layouts/layout-kit.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'

/** Stands for the installation's address until a template is shown or used; `.invalid` can never be one. */
const anyOrigin = 'https://installation.invalid'

/** A layout as a message: its design, which is marked as a sample until it is edited, and the HTML of it. */
export function designedEmail(layoutKey: string): { design: EmailDesign; html: string } {
  const layout = emailLayouts.find(({ key }) => key === layoutKey)
  if (!layout) throw new Error(`There is no layout ${layoutKey}`)
  const design = designOfLayout(layout, { origin: anyOrigin })
  return { design, html: renderDesign(design) }
}

/** A content with the pictures of its layout at the address of this installation. */
export const atOrigin = <T>(content: T, publicUrl: string): T => JSON.parse(JSON.stringify(content).replaceAll(anyOrigin, publicUrl)) as T
