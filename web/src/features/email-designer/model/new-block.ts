import { Block } from '@imperium/contract/email-designs/email-design.ts'
import type { BlockType } from '@imperium/contract/email-designs/email-design.ts'

/** An id for a new block. */
export const newId = (): string => crypto.randomUUID().slice(0, 12)

/** What a new block has beside the defaults of the contract. */
const starts: Partial<Record<BlockType, object>> = {
  text: { paragraphs: [{ spans: [] }] },
  button: { align: 'left' },
  columns: { columns: [[], []] },
  social: { links: [{ network: 'website', url: '' }] },
  record: { rows: [{ label: '', value: '' }] },
}

export const newBlock = (type: BlockType): Block => Block.parse({ id: newId(), type, ...starts[type] })
