import { englishOf, keyOf, message } from '@imperium/contract/kit/message.ts'
import type { MessageKey, Text } from '@imperium/contract/kit/message.ts'
/** The result of checking one record: whether it is correct, and why. */
export interface Finding {
  ok: boolean
  reason: string
  reasonKey: MessageKey | undefined
}

const recordFound = (reason: Text): Finding => ({ ok: true, reason: englishOf(reason), reasonKey: keyOf(reason) })
const recordFault = (reason: Text): Finding => ({ ok: false, reason: englishOf(reason), reasonKey: keyOf(reason) })

/** `v=DKIM1; k=rsa; p=...` as a map; null if it is not a tag list. */
function readTags(record: string): Map<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of record.split(';').map((each) => each.trim())) {
    if (part === '') continue
    const at = part.indexOf('=')
    if (at < 1) return null
    tags.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim())
  }
  return tags
}

/** RFC 6376: the key that we sign with is the one that is published. */
export function judgeDkim(records: readonly string[], publicKey: string): Finding {
  const keys = records.map(readTags).filter((tags): tags is Map<string, string> => tags?.has('p') ?? false)
  if (keys.length === 0) return recordFault('No DKIM record was found at this name. DNS changes can take a while.')
  if (keys.length > 1) return recordFault('There are several DKIM records at this name. Keep only the one shown here.')
  const [tags] = keys
  const version = tags?.get('v')
  if (version !== undefined && version !== 'DKIM1')
    return recordFault(message('The record says v={version} instead of v=DKIM1.', { version: version.slice(0, 20) }))
  const published = tags?.get('p')?.replaceAll(/\s/g, '') ?? ''
  if (published === '') return recordFault('The record is empty (p=), which withdraws the key.')
  if (published !== publicKey) return recordFault('The record holds another key. Replace it with the value shown here.')
  return recordFound('The key is published.')
}

/** RFC 7208, as far as the record shows: only a receiver sees whether the mail server's IP address passes. */
export function judgeSpf(records: readonly string[], hosts: readonly string[]): Finding {
  const found = records.filter((record) => /^v=spf1(\s|$)/i.test(record))
  if (found.length === 0) return recordFault('No SPF record was found. Without one, receivers distrust email from this domain.')
  if (found.length > 1) return recordFault('There are several SPF records, and receivers ignore them all. Merge them into one.')
  const terms = (found[0] ?? '').toLowerCase().split(/\s+/).slice(1)
  if (terms.some((term) => term === '+all' || term === 'all'))
    return recordFault('The record lets anyone send (+all). End it with ~all or -all.')
  const lookups = terms.filter((term) => /^[+?~-]?(include:|a([:/]|$)|mx([:/]|$)|ptr|exists:)|^redirect=/.test(term))
  if (lookups.length > 10) return recordFault('The record needs more than ten look-ups, at which receivers give up.')
  const isNamed = hosts.some((host) => terms.some((term) => /^[+]?a:/.test(term) && term.endsWith(`:${host}`)))
  if (isNamed) return recordFound('The record names your mail server.')
  const senders = terms.filter((term) => !/^[?~-]/.test(term) && !term.includes('='))
  if (senders.length === 0) return recordFault('The record does not allow any server to send. Add your mail server to it.')
  return recordFound('A record was found. Make sure that it names the mail server you send with.')
}

/** RFC 7489: one record with a policy, at the domain or the one above it. */
export function judgeDmarc(records: readonly string[]): Finding {
  const found = records.filter((record) => /^v=DMARC1\s*(;|$)/.test(record))
  if (found.length === 0) return recordFault('No DMARC record was found. Large mailbox providers require one.')
  if (found.length > 1) return recordFault('There are several DMARC records, and receivers ignore them all. Keep one.')
  const policy = readTags(found[0] ?? '')
    ?.get('p')
    ?.toLowerCase()
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return recordFault('The record has no policy: add p=none, p=quarantine or p=reject.')
  return recordFound(
    policy === 'none' ? 'A record was found. Its policy p=none only monitors.' : message('A record was found with p={policy}.', { policy }),
  )
}
