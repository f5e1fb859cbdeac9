import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { codeNumber, shortLinks, testCode } from './messages/short-code.ts'
import { insertTestCode } from './messages/short-link-store.ts'
import type { CampaignRow } from './store.ts'

/** Short links for tests of a campaign as it is saved: they redirect and count nothing. Null where another message has their code. */
export async function testLinks(
  platform: Pick<Platform, 'config' | 'hashAddress'>,
  tx: OrgTx,
  { id: campaignId, version }: Pick<CampaignRow, 'id' | 'version'>,
): Promise<((link: number) => string) | null> {
  const code = testCode(platform, { campaignId, version })
  return (await insertTestCode(tx, { code: codeNumber(code), campaignId, version })) ? shortLinks(platform, code) : null
}
