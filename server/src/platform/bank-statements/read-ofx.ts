import { StatementFault, minorOf, spanOf } from './bank-statement.ts'
import type { BankLine, BankStatement } from './bank-statement.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decode = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '').trim()

const dayOf = (text: string): string => {
  if (!/^\d{8}/.test(text)) throw new StatementFault(`"${text.slice(0, 40)}" is no day`)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
}

/** Open Financial Exchange, 1.x (SGML, where values have no end tag) and 2.x (XML). */
export function readOfx(text: string): BankStatement {
  const all: Record<string, string> = {}
  const entries: Record<string, string>[] = []
  let open: Record<string, string> | null = null
  let isAvailable = false
  for (const [, slash, name = '', value = ''] of text.matchAll(/<(\/?)([A-Z0-9.]{1,32})>([^<]*)/g)) {
    if (name === 'STMTTRN') open = slash ? null : {}
    if (name === 'STMTTRN' && open) entries.push(open)
    if (name === 'AVAILBAL') isAvailable = !slash
    if (slash || value.trim() === '' || isAvailable) continue
    const target = open ?? all
    target[name] ??= decode(value)
  }
  const { CURDEF: currency = '', ACCTID: account = '', BALAMT } = all
  if (currency === '' || account === '') throw new StatementFault('This file is no statement of OFX')
  const lines = entries.map(({ DTPOSTED = '', TRNAMT = '', FITID = '', NAME = '', PAYEE = '', MEMO = '', CHECKNUM = '' }): BankLine => ({
    date: dayOf(DTPOSTED),
    amount: minorOf(TRNAMT),
    currency,
    party: NAME || PAYEE,
    partyAccount: '',
    text: [MEMO, CHECKNUM].filter(Boolean).join(' ').slice(0, 1_000),
    reference: FITID,
  }))
  return { format: 'OFX', account, currency, ...spanOf(lines), closing: BALAMT === undefined ? null : minorOf(BALAMT), lines }
}
