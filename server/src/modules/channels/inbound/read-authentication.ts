import type { ParsedMail } from 'mailparser'
import { domainOf } from '../../../platform/mail/address.ts'

interface Result {
  method: string
  result: string
  /** `header.d`, `smtp.mailfrom` and so on. */
  properties: Map<string, string>
}

/** Removes comments, unquotes strings and splits parts: `a.example; spf=pass (why) smtp.mailfrom=x` has two. */
function splitParts(value: string): string[] {
  const parts = ['']
  let depth = 0
  let inQuotes = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === '\\') at += 1
    else if (sign === '"' && depth === 0) inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (sign === ';') parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.replaceAll(/\s+/g, ' ').trim().toLowerCase())
}

/** The results of one Authentication-Results header (RFC 8601); null if another server wrote it. */
function readResults(line: string, authservId: string): Result[] | null {
  const [name = '', ...parts] = splitParts(line.slice(line.indexOf(':') + 1, 10_000))
  if (name.split(' ')[0] !== authservId) return null
  return parts.flatMap((part) => {
    const [first = '', ...rest] = part.replaceAll(/ ?= ?/g, '=').split(' ')
    const [method = '', result = ''] = first.split('=')
    const properties = new Map(rest.filter((each) => each.includes('=')).map((each) => [each.slice(0, each.indexOf('=')), after(each)]))
    return method && result ? [{ method: method.split('/')[0] ?? '', result, properties }] : []
  })
}

const after = (pair: string): string => pair.slice(pair.indexOf('=') + 1)

/** A domain covers itself and its subdomains. (DMARC's relaxed mode covers parent domains too; that needs a public suffix list.) */
const standsFor = (proven: string, from: string): boolean => proven.includes('.') && (from === proven || from.endsWith(`.${proven}`))

/** The property in which each method names the domain that it authenticated. */
const provenBy: Record<string, readonly string[]> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
}

/**
 * Whether the receiving server authenticated the From domain: by DMARC, or DKIM or SPF of exactly that domain. Only its own headers count,
 * the topmost per method: it removes forged ones (RFC 8601, section 5). Without the server's name, no sender is verified.
 */
export function isSenderVerified(mail: Pick<ParsedMail, 'headerLines' | 'from'>, authservId: string): boolean {
  const senders = mail.from?.value ?? []
  const from = domainOf(senders[0]?.address ?? '').toLowerCase()
  // With several senders or From lines, one could prove what another claims.
  const isOne = senders.length === 1 && mail.headerLines.filter(({ key }) => key === 'from').length === 1
  if (authservId === '' || from === '' || !isOne) return false
  const headers = mail.headerLines
    .filter(({ key }) => key === 'authentication-results')
    .map(({ line }) => readResults(line, authservId.toLowerCase()))
    .filter((results) => results !== null)
  const resultsOf = (method: string) => headers.map((all) => all.filter((each) => each.method === method)).find((some) => some.length) ?? []
  if (resultsOf('dmarc').some(({ result }) => result === 'fail')) return false
  return Object.entries(provenBy).some(([method, names]) =>
    resultsOf(method).some(
      ({ result, properties }) => result === 'pass' && names.some((name) => standsFor(domainOf(properties.get(name) ?? ''), from)),
    ),
  )
}
