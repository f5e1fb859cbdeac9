import { erasure } from '@imperium/contract/erasure/erasure.ts'
import type { ErasureCertificate } from '@imperium/contract/erasure/erasure.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { endHold, placeHold } from './holds.ts'
import { certificatePage, findCertificate, listHolds, toCertificate, toHold } from './store.ts'

export const erasureOperations = (platform: Platform) =>
  bindOperations(erasure, {
    holds: async (_input, { tx }) => (await listHolds(tx)).map(toHold),
    hold: ({ body }, context) => placeHold(platform, context, body),
    release: ({ params }, context) => endHold(platform, context, params.id),
    certificates: async ({ query }, { tx }) => {
      const { rows, nextCursor } = await certificatePage(platform.cursors, { tx, list: 'erasure-certificates', query }, {})
      return { rows: rows.map(toCertificate), nextCursor }
    },
    certificate: async ({ params }, { tx, org }) => {
      const certificate = toCertificate(found(await findCertificate(tx, params.id)))
      return { content: writeCertificate(org.name, certificate), fileName: `erasure-certificate-${certificate.id}.txt` }
    },
  })

/** As text: it is kept for years, and read by people without this product. */
function writeCertificate(organization: string, { id, erasedAt, erasedBy, contacts, places }: ErasureCertificate): string {
  const lines = [
    'Erasure certificate',
    '',
    `Number: ${id}`,
    `Organization: ${organization}`,
    `Erased at: ${erasedAt}`,
    `Erased by: ${erasedBy}`,
    '',
    'Persons (keyed hashes of their addresses; the addresses themselves are not kept)',
    ...contacts.map((contact) => `  ${contact.id}  email ${contact.emailHash ?? 'none'}  phone ${contact.phoneHash ?? 'none'}`),
    '',
    'Rows about these persons, by place: before, after',
    ...places.map(({ place, before, after }) => `  ${place}: ${before}, ${after}`),
    '',
    'Texts without an id of the person were searched for their ids and addresses. Kept: the audit log, which names these hashes, the entry of the',
    'suppression list, which is a keyed hash, and documents that were issued under a number.',
  ]
  return `${lines.join('\n')}\n`
}
