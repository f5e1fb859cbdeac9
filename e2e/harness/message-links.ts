import { unsubscribeUrls } from '../../server/src/modules/consents/index.ts'
import { createAddressHash } from '../../server/src/platform/crypto/address-hash.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { createKeyRing } from '../../server/src/platform/crypto/crypto.ts'
import { loadSecrets } from '../../server/src/platform/crypto/secrets.ts'
import { withOwner } from './start-server.ts'

/** The opt-out addresses that a message of the running server would contain: what a mail program reads from its headers. */
export async function linksInMessage(
  { url, dataDir }: { url: string; dataDir: string },
  about: { orgId: string; contactId: string; purpose: string },
): Promise<{ page: string; oneClick: string }> {
  const config = { ...loadConfig({ DATA_DIR: dataDir }, []), publicUrl: url }
  const { encryptionKey } = loadSecrets(config)
  const sealed = await withOwner(dataDir, async (owner) => {
    const { rows } = await owner.query<{ sealed: string }>('select sealed from app.installation_keys')
    return rows[0]?.sealed ?? ''
  })
  const key = createKeyRing({ current: encryptionKey }).decrypt(sealed, 'installation-key:address-hash')
  return unsubscribeUrls({ config, hashAddress: createAddressHash(key) }, { ...about, channel: 'email', sendId: null })
}
