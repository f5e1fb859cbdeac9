import { XmlFault, parseXml } from '../e-invoices/xml-tree.ts'
import { StatementFault } from './bank-statement.ts'
import type { BankStatement } from './bank-statement.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { readOfx } from './read-ofx.ts'

export type ReadStatement = { statement: BankStatement } | { fault: string }

const mostLines = 5_000

function read(text: string): BankStatement {
  if (/<OFX>/.test(text.slice(0, 4_000))) return readOfx(text)
  if (/^\s*(\uFEFF)?<\?xml|^\s*<[A-Za-z:]*Document/.test(text)) return readCamt(parseXml(text))
  if (/^:\d{2}[A-Z]?:/m.test(text)) return readMt940(text)
  throw new StatementFault('This file is no statement of camt.053, MT940 or OFX')
}

/** Reads a statement of a bank in the format that its beginning shows. */
export function readStatement(text: string): ReadStatement {
  try {
    const statement = read(text)
    if (statement.lines.length > mostLines) return { fault: 'A statement has at most 5,000 entries. Upload a shorter period.' }
    if (statement.lines.some(({ date }) => !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))))
      return { fault: 'An entry has no day' }
    return { statement }
  } catch (error) {
    if (error instanceof XmlFault || error instanceof StatementFault) return { fault: error.message }
    throw error
  }
}
