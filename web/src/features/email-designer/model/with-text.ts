import { Block } from '@imperium/contract/email-designs/email-design.ts'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { insertBlock, placeToAdd } from './edit-blocks.ts'
import { newId } from './new-block.ts'

/** The design with a plain text as one more block, before its footer; blank lines end its paragraphs. */
export function withText(design: EmailDesign, text: string): EmailDesign {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => ({ spans: [{ text: each }] }))
  return insertBlock(design, Block.parse({ id: newId(), type: 'text', paragraphs }), placeToAdd(design, null))
}
