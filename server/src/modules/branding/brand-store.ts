import { sql } from 'kysely'
import type { Insertable, Selectable, SqlBool } from 'kysely'
import { BrandSettings } from '@imperium/contract/branding/branding.ts'
import type { BrandVersion } from '@imperium/contract/branding/branding.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { BrandImages, DB } from '../../platform/db/types.gen.ts'
import { newId } from '../../platform/ids.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { isoText } from '../../platform/resources/reply-of.ts'

export type ImageRow = Pick<Selectable<BrandImages>, 'id' | 'kind' | 'key' | 'width' | 'height' | 'size_bytes' | 'file_id'>
type VersionRow = Pick<Selectable<DB['brand_versions']>, 'version' | 'settings' | 'scoped_css' | 'saved_by' | 'saved_at'>

const imageColumns = ['id', 'kind', 'key', 'width', 'height', 'size_bytes', 'file_id'] as const
const versionColumns = ['version', 'settings', 'scoped_css', 'saved_by', 'saved_at'] as const
/** Older ones are deleted. */
const mostVersions = 100

export const insertImage = (tx: OrgTx, row: Omit<Insertable<BrandImages>, 'org_id'>): Promise<ImageRow> =>
  tx
    .insertInto('brand_images')
    .values({ org_id: tx.orgId, ...row })
    .returning(imageColumns)
    .executeTakeFirstOrThrow()

export const findImageByKey = (tx: OrgTx, key: string): Promise<ImageRow | undefined> =>
  tx.selectFrom('brand_images').select(imageColumns).where('key', '=', key).executeTakeFirst()

export const listImages = (tx: OrgTx, ids: readonly string[]): Promise<ImageRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('brand_images')
        .select(imageColumns)
        .where('id', 'in', [...ids])
        .execute()

export async function countImages(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('brand_images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes uploads that no version names, but for the newest `keep`. @returns the ids of their files. */
export async function deleteUnusedImages(tx: OrgTx, keep: number): Promise<string[]> {
  const isUnused = sql<SqlBool>`not exists (
    select from app.brand_versions v where v.settings ->> 'logoId' = brand_images.id::text or v.settings ->> 'faviconId' = brand_images.id::text)`
  const unused = tx.selectFrom('brand_images').select('id').where(isUnused).orderBy('created_at', 'desc').offset(keep)
  const rows = await tx.deleteFrom('brand_images').where('id', 'in', unused).returning('file_id').execute()
  return rows.map(({ file_id }) => file_id)
}

export const currentVersion = (tx: OrgTx): Promise<VersionRow | undefined> =>
  tx.selectFrom('brand_versions').select(versionColumns).orderBy('version', 'desc').limit(1).executeTakeFirst()

export const findVersion = (tx: OrgTx, version: number): Promise<VersionRow | undefined> =>
  tx.selectFrom('brand_versions').select(versionColumns).where('version', '=', version).executeTakeFirst()

export const settingsOf = (row: Pick<VersionRow, 'settings'> | undefined): BrandSettings => BrandSettings.parse(row?.settings ?? {})

interface NewVersion {
  version: number
  settings: BrandSettings
  scopedCss: string
  savedBy: string
  savedAt: Date
}

export async function insertVersion(tx: OrgTx, { version, settings, scopedCss, savedBy, savedAt }: NewVersion): Promise<void> {
  await tx
    .insertInto('brand_versions')
    .values({
      org_id: tx.orgId,
      id: newId(),
      version,
      settings: JSON.stringify(settings),
      scoped_css: scopedCss,
      saved_by: savedBy,
      saved_at: savedAt,
    })
    .execute()
  await tx
    .deleteFrom('brand_versions')
    .where('version', '<=', version - mostVersions)
    .execute()
}

export const versionPage = listPage(newestFirst('id'), (tx) =>
  tx
    .selectFrom('brand_versions')
    .select(['id', ...versionColumns])
    .select((eb) =>
      eb(
        'version',
        '=',
        eb.selectFrom('brand_versions as newest').select((each) => each.fn.max('newest.version').as('top')),
      ).as('is_current'),
    ),
)

/** A row of a list has its times as text already. */
export const toBrandVersion = (row: {
  version: number
  settings: unknown
  saved_by: string
  saved_at: Date | string
  is_current: unknown
}): BrandVersion => ({
  version: row.version,
  settings: BrandSettings.parse(row.settings),
  savedBy: row.saved_by,
  savedAt: isoText(row.saved_at),
  isCurrent: row.is_current === true,
})
