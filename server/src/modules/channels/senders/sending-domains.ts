import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { z } from 'zod'
import type { DnsRecord, SendingDomain } from '@imperium/contract/channels/senders.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound, unavailable } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listAccountRows, toAccount } from '../accounts/accounts-store.ts'
import { dkimPlace } from './dkim-key.ts'
import {
  deleteKey,
  findDomainRow,
  insertDomain,
  listDomainRows,
  listUncheckedDomains,
  useNextKey,
  withParents,
  writeChecks,
  writeNextKey,
} from './domains-store.ts'
import type { DomainChecks, DomainRow, NewKey } from './domains-store.ts'
import { judgeDkim, judgeDmarc, judgeSpf } from './read-records.ts'

type Purpose = z.output<typeof DnsRecord>['purpose']

const maxDomains = 100
const makeKeys = promisify(generateKeyPair)
const day = 86_400_000
/** A key that is missing for this long is treated as removed; a short DNS failure is not. */
const graceMs = 3 * day

export const domainNotFound = () => notFound('Sending domain not found.')

/** The mail servers that this organization sends with, for the SPF record. */
async function mailHosts({ config }: Pick<Platform, 'config'>, tx: OrgTx): Promise<string[]> {
  const accounts = (await listAccountRows(tx)).map(toAccount).filter(({ channel, isActive }) => channel === 'email' && isActive)
  const own = config.smtpUrl === undefined ? '' : new URL(config.smtpUrl).hostname
  const hosts = accounts.map(({ provider, settings }) => (provider === 'platform-smtp' ? own : (settings.host ?? '')))
  return [...new Set(hosts.filter((host) => /[a-z]/.test(host) && host !== 'localhost'))]
}

const spfValue = (hosts: readonly string[]) => ['v=spf1', ...(hosts.length ? hosts.map((host) => `a:${host}`) : ['mx']), '~all'].join(' ')

function showDomain(row: DomainRow, hosts: readonly string[]): SendingDomain {
  const checks = row.checks as DomainChecks
  const record = (purpose: Purpose, name: string, value: string, isOk: boolean | null, reason = '') => ({
    purpose,
    type: 'TXT' as const,
    name,
    value,
    ok: isOk,
    reason,
  })
  const key = (purpose: Purpose, selector: string, publicKey: string | null, isOk: boolean | null, reason = '') =>
    record(purpose, `${selector}._domainkey.${row.domain}`, `v=DKIM1; k=rsa; p=${publicKey ?? ''}`, isOk, reason)
  return {
    id: row.id,
    domain: row.domain,
    selector: row.selector,
    nextSelector: row.next_selector,
    oldSelector: row.old_selector,
    records: [
      ...(row.next_selector
        ? [key('dkim-next', row.next_selector, row.next_public, checks.dkimNext === undefined ? null : false, checks.dkimNext)]
        : []),
      key('dkim', row.selector, row.dkim_public, row.dkim_ok, checks.dkim),
      ...(row.old_selector ? [key('dkim-old', row.old_selector, row.old_public, null)] : []),
      record('spf', row.domain, spfValue(hosts), row.spf_ok, checks.spf),
      record('dmarc', `_dmarc.${row.domain}`, 'v=DMARC1; p=none', row.dmarc_ok, checks.dmarc),
    ],
    isVerified: row.verified_at !== null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

export async function readDomains(platform: Platform, tx: OrgTx): Promise<SendingDomain[]> {
  const [rows, hosts] = [await listDomainRows(tx), await mailHosts(platform, tx)]
  return rows.map((row) => showDomain(row, hosts))
}

async function makeKey({ keyRing }: Pick<Platform, 'keyRing'>, domainId: string): Promise<NewKey> {
  const { publicKey, privateKey } = await makeKeys('rsa', { modulusLength: 2048 })
  return {
    // A unique selector, so that it does not collide with another provider's or another organization's key.
    selector: `imp-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sealed: keyRing.encrypt(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), dkimPlace(domainId)),
  }
}

/** Adds a new key; the current one signs until the new one's record is found. @throws 404, 409 if one already waits */
export async function rotateKey(platform: Platform, tx: OrgTx, id: string): Promise<SendingDomain> {
  if (!(await findDomainRow(tx, id))) throw domainNotFound()
  const row = await writeNextKey(tx, id, await makeKey(platform, id))
  if (!row) throw conflict('A new key of this domain is already waiting for its DNS record.')
  return showDomain(row, await mailHosts(platform, tx))
}

/** @throws 404; 409 for the key in use */
export async function forgetKey(platform: Platform, tx: OrgTx, id: string, selector: string): Promise<SendingDomain> {
  const row = await deleteKey(tx, id, selector)
  if (row) return showDomain(row, await mailHosts(platform, tx))
  if ((await findDomainRow(tx, id))?.selector === selector) throw conflict('Email is signed with this key. Make a new one first.')
  throw notFound('DKIM key not found.')
}

/** Creates its DKIM key; no proof is needed here, because the DNS record proves ownership. @throws 409 */
export async function addDomain(platform: Platform, tx: OrgTx, domain: string): Promise<SendingDomain> {
  if ((await listDomainRows(tx)).length >= maxDomains)
    throw conflict(message('An organization can have at most {max} sending domains.', { max: maxDomains }))
  const id = newId()
  const row = await insertDomain(tx, { id, domain, ...(await makeKey(platform, id)) })
  if (!row) throw conflict('This domain is already on the list.')
  return showDomain(row, await mailHosts(platform, tx))
}

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

/**
 * Checks the records; a new key becomes the current one when its record is found.
 * @throws 404; 503 if the DNS does not respond; nothing changes then.
 */
export async function checkDomain(platform: Platform, inOrg: InOrg, id: string): Promise<SendingDomain> {
  const { row, hosts } = await inOrg(async (tx) => ({ row: await findDomainRow(tx, id), hosts: await mailHosts(platform, tx) }))
  if (!row) throw domainNotFound()
  const readKey = (selector: string) => platform.dns.readTxt(`${selector}._domainkey.${row.domain}`)
  const [dkim, spf, dmarc, dkimNext] = await Promise.all([
    readKey(row.selector),
    platform.dns.readTxt(row.domain),
    readDmarc(platform, row.domain),
    row.next_selector ? readKey(row.next_selector) : [],
  ]).catch((error: unknown) => {
    throw unavailable('The DNS servers do not respond. Please try again later.', error)
  })
  const next = row.next_public === null ? null : judgeDkim(dkimNext, row.next_public)
  const inUse = next?.ok ? next : judgeDkim(dkim, row.dkim_public)
  const findings = { dkim: inUse, spf: judgeSpf(spf, hosts), dmarc: judgeDmarc(dmarc) }
  const now = platform.clock.now()
  const failingSince = findings.dkim.ok ? undefined : ((row.checks as DomainChecks).failingSince ?? now.toISOString())
  const isGone = failingSince !== undefined && now.getTime() - Date.parse(failingSince) >= graceMs
  const checked = await inOrg(async (tx) => {
    if (next?.ok) await useNextKey(tx, id, row.next_selector ?? '')
    return writeChecks(tx, id, {
      spf: findings.spf.ok,
      dkim: findings.dkim.ok,
      dmarc: findings.dmarc.ok,
      checks: {
        spf: findings.spf.reason,
        dkim: findings.dkim.reason,
        dmarc: findings.dmarc.reason,
        ...(next && !next.ok ? { dkimNext: next.reason } : {}),
        ...(failingSince && row.verified_at ? { failingSince } : {}),
      },
      checkedAt: now,
      verifiedAt: findings.dkim.ok ? (row.verified_at ?? now) : isGone ? null : row.verified_at,
    })
  })
  if (!checked) throw domainNotFound()
  return showDomain(checked, hosts)
}

/** At the domain, or if it has none, at its parent domains. */
async function readDmarc({ dns }: Pick<Platform, 'dns'>, domain: string): Promise<string[]> {
  for (const name of withParents(domain)) {
    const records = await dns.readTxt(`_dmarc.${name}`)
    if (records.length) return records
  }
  return []
}

/** Once a day per domain. If the DNS does not respond, nothing changes. */
export async function checkDueDomains(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - day)
  const due = await platform.db.withSystem((tx) => listUncheckedDomains(tx, before, 200))
  for (const { org_id: orgId, id } of due) {
    try {
      await checkDomain(platform, (work) => platform.db.withOrg(orgId, work), id)
    } catch (error) {
      platform.log.warn({ err: error, orgId, domainId: id }, 'a sending domain could not be checked')
    }
  }
}
