import { defaultBrand } from '@imperium/contract/branding/branding.ts'
import type { Brand, BrandSettings, SaveBrandBody } from '@imperium/contract/branding/branding.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid, stale } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { brandChanged } from './brand-signal.ts'
import { currentVersion, findVersion, insertVersion, listImages, settingsOf } from './brand-store.ts'
import { compileCss } from './compile-css.ts'
import { readBrand } from './read-brand.ts'

type Saving = Pick<OrgContext, 'tx' | 'audit' | 'actor' | 'org'>

/** @throws 409 for a stale write; 422 for custom CSS with faults, and for images that are not there */
export async function saveBrand(platform: Platform, context: Saving, { version, ...settings }: SaveBrandBody): Promise<Brand> {
  await lockNoun(context.tx, 'branding')
  const before = await currentVersion(context.tx)
  if (version !== undefined && version !== (before?.version ?? 0)) throw stale()
  await assertImages(context.tx, settings)
  const { css, faults } = compileCss(settings.customCss)
  if (faults.length > 0)
    throw invalid(
      faults.map(({ line, text }) => ({
        path: 'customCss',
        ...worded(
          message('Line {line}: {fault}', { line, fault: typeof text === 'string' ? { message: text, key: text, values: {} } : text }),
        ),
      })),
    )
  const next = { version: (before?.version ?? 0) + 1, settings, scopedCss: css }
  await insertVersion(context.tx, { ...next, savedBy: context.actor.name, savedAt: platform.clock.now() })
  context.audit({ targetName: context.org.name, before: settingsOf(before), after: { ...settings, version: next.version } })
  await signal(context.tx, brandChanged({ orgId: context.tx.orgId }))
  return readBrand(platform, context.tx)
}

/** The defaults as a new version, so that it can be undone. */
export const resetBrand = (platform: Platform, context: Saving): Promise<Brand> => saveBrand(platform, context, defaultBrand)

/** @throws 404 */
export async function restoreBrand(platform: Platform, context: Saving, version: number): Promise<Brand> {
  const settings = settingsOf(found(await findVersion(context.tx, version)))
  return saveBrand(platform, context, settings)
}

async function assertImages(tx: OrgTx, { logoId, faviconId }: BrandSettings): Promise<void> {
  const images = await listImages(
    tx,
    [logoId, faviconId].filter((id) => id !== null),
  )
  const isThere = (id: string | null, kind: string) => id === null || images.some((image) => image.id === id && image.kind === kind)
  if (!isThere(logoId, 'logo')) throw invalid([{ path: 'logoId', message: 'Upload the logo again' }])
  if (!isThere(faviconId, 'favicon')) throw invalid([{ path: 'faviconId', message: 'Upload the favicon again' }])
}
