import { plainWords } from '@imperium/contract/email-designs/lint-design.ts'
import type { Block, BlockType } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'

export const blockLabels: Record<BlockType, string> = {
  heading: t('Heading'),
  text: t('Text'),
  image: t('Image'),
  button: t('Button'),
  columns: t('Columns'),
  divider: t('Divider'),
  spacer: t('Spacer'),
  social: t('Social links'),
  record: t('Record card'),
  footer: t('Footer'),
  html: t('HTML'),
}

/** In the order of the palette. */
export const blockTypes = Object.keys(blockLabels) as BlockType[]

/** The accessible name of a block: its kind and the beginning of its text. */
export function nameOfBlock(block: Block): string {
  const text = block.type === 'columns' ? '' : plainWords(block).trim()
  return text === '' ? blockLabels[block.type] : `${blockLabels[block.type]}: ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`
}
