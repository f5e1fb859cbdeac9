import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'

export interface Layout {
  id: string
  name: string
  design: EmailDesign
}

export const layouts: readonly Layout[] = []
