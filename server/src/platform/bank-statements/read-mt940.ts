import { StatementFault, minorOf, spanOf } from './bank-statement.ts'
import type { BankLine, BankStatement } from './bank-statement.ts'

/** Fields of the message, `:61:` and the like, each with all of its lines. */
function fieldsOf(text: string): { tag: string; value: string }[] {
  const fields: { tag: string; value: string }[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const started = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (started) fields.push({ tag: started[1] ?? '', value: started[2] ?? '' })
    else if (line !== '-' && !line.startsWith('-}') && !line.startsWith('{')) {
      const last = fields.at(-1)
      if (last) last.value += `\n${line}`
    }
  }
  return fields
}

/** YYMMDD; years of two digits are of this century. */
const dayOf = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

const entry = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d,]{1,18})[A-Z][A-Z0-9]{3}([^\n]{0,40})/

function lineOf(value: string, currency: string): BankLine {
  const parts = entry.exec(value)
  if (!parts) throw new StatementFault(`The entry "${value.slice(0, 40)}" cannot be read`)
  const [, date = '', , mark = '', , amount = '', references = ''] = parts
  // RC takes a credit back, and RD a debit.
  const sign = mark === 'C' || mark === 'RD' ? 1 : -1
  const [own = '', bank = ''] = references.split('//')
  const text = own === 'NONREF' ? '' : own.trim()
  return { date: dayOf(date), amount: sign * minorOf(amount), currency, party: '', partyAccount: '', text, reference: bank.trim() }
}

/** Subfields ?20 to ?29 and ?60 to ?63 are what it is for, ?32 and ?33 the name, ?31 the account (German banks); else the text as it is. */
function addDetails(line: BankLine, value: string): void {
  const joined = value.replaceAll('\n', '')
  const subfields = [...joined.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code = '', text = '']) => ({ code: Number(code), text: text.trim() }))
  if (subfields.length === 0) {
    line.text = [line.text, value.replaceAll('\n', ' ').trim()].filter(Boolean).join(' ').slice(0, 1_000)
    return
  }
  const of = (from: number, to: number) => subfields.filter(({ code }) => code >= from && code <= to).map(({ text }) => text)
  line.text = [...of(20, 29), ...of(60, 63)].join(' ').slice(0, 1_000) || line.text
  line.party = of(32, 33).join('')
  line.partyAccount = of(31, 31).join('')
}

const balance = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,18})/

/** Customer statement message, SWIFT MT940. */
export function readMt940(text: string): BankStatement {
  let account = ''
  let currency = ''
  let closing: number | null = null
  const lines: BankLine[] = []
  for (const { tag, value } of fieldsOf(text)) {
    if (tag === '25') {
      if (account !== '' && account !== value.trim())
        throw new StatementFault('This file has statements of more than one account. Upload one at a time.')
      account = value.trim()
    } else if (tag === '60F' || tag === '60M') currency = balance.exec(value)?.[3] ?? currency
    else if (tag === '61') lines.push(lineOf(value, currency))
    else if (tag === '86') {
      const last = lines.at(-1)
      if (last) addDetails(last, value)
    } else if (tag === '62F') {
      const [, mark, , , amount = ''] = balance.exec(value) ?? []
      closing = amount === '' ? closing : (mark === 'D' ? -1 : 1) * minorOf(amount)
    }
  }
  if (account === '' || currency === '') throw new StatementFault('This file is no statement of MT940')
  return { format: 'MT940', account, currency, ...spanOf(lines), closing, lines }
}
