import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { Brand } from '@imperium/contract/branding/branding.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { findProfile, readPlanOf } from '../organizations/index.ts'
import { toBrandImage } from './brand-images.ts'
import { currentVersion, listImages, settingsOf } from './brand-store.ts'

interface Needs {
  config: Pick<Platform['config'], 'brandAloneFrom'>
}

/** From the plan of BRAND_ALONE_FROM upwards, the product's name is shown nowhere. */
export const hidesProduct = ({ config }: Needs, plan: PlanType): boolean =>
  config.brandAloneFrom !== 'never' && planTypes.indexOf(plan) >= planTypes.indexOf(config.brandAloneFrom)

/** The brand of the transaction's organization as it is applied now. @throws 404 when the organization is gone */
export async function readBrand(platform: Needs, tx: OrgTx): Promise<Brand> {
  const [row, profile, { planType }] = [await currentVersion(tx), found(await findProfile(tx, tx.orgId)), await readPlanOf(tx)]
  const settings = settingsOf(row)
  const images = await listImages(
    tx,
    [settings.logoId, settings.faviconId].filter((id) => id !== null),
  )
  const imageOf = (id: string | null) => {
    const image = images.find((each) => each.id === id)
    return image ? toBrandImage(tx.orgId, image) : null
  }
  return {
    ...settings,
    scopedCss: row?.scoped_css ?? '',
    logo: imageOf(settings.logoId),
    favicon: imageOf(settings.faviconId),
    name: profile.name,
    hidesProduct: hidesProduct(platform, planType),
    version: row?.version ?? 0,
    savedAt: row?.saved_at.toISOString() ?? null,
  }
}
