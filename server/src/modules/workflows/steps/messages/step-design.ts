import { EmailDesign, blocksOf } from '@imperium/contract/email-designs/email-design.ts'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { renderLiteralDesign } from '../../../../platform/mail/render-literal-design.ts'

const hasField = (block: Block): boolean => {
  const spans = block.type === 'heading' ? block.spans : block.type === 'text' ? block.paragraphs.flatMap((each) => each.spans) : []
  return spans.some((span) => 'field' in span)
}

/** A design in a step: its values come from the run, so it has neither merge fields of a contact nor blocks by segment. */
export const StepDesign = EmailDesign.refine((design) => !blocksOf(design).some(hasField), {
  message: 'Use variables of the workflow instead of merge fields',
}).refine((design) => blocksOf(design).every(({ visibility }) => visibility === null), {
  message: 'Blocks cannot be shown by segment in a workflow',
})

/** Consent links and the postal address are added when the message is sent, where its purpose asks for them. */
const withoutFooter = (block: Block): Block[] => {
  if (block.type !== 'footer') return [block]
  const { id, align, padding, background, visibility, isSample, text } = block
  if (text.trim() === '') return []
  return [{ type: 'text', id, align, padding, background, visibility, isSample, paragraphs: [{ list: 'none', spans: [{ text }] }] }]
}

/** Both parts of a message whose templates are filled in. */
export const renderStepDesign = (design: EmailDesign): { html: string; text: string } =>
  renderLiteralDesign({ ...design, blocks: design.blocks.flatMap(withoutFooter) })
