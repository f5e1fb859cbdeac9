import { z } from 'zod'
import { Id, Timestamp, text } from '../kit/fields.ts'
import { MessageKey } from '../kit/message-fields.ts'
import { create, get, list, operations, post, put } from '../kit/operations.ts'
import { isHex } from './contrast.ts'
import { brandFonts } from './fonts.ts'
import { faviconTypes, logoTypes, maxCustomCssLength, maxFaviconBytes, maxLogoBytes } from './image-limits.ts'

const themeModes = ['system', 'light', 'dark'] as const

const Color = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => isHex(value) && value.length === 7, 'Enter a color such as #4f46e5')

/** What an organization sets; the values of a new one are the defaults. */
export const BrandSettings = z.strictObject({
  primary: Color.default('#4f46e5'),
  secondary: Color.default('#7c3aed'),
  accent: Color.default('#ec4899'),
  font: z.enum(brandFonts).default('inter'),
  themeMode: z.enum(themeModes).default('system'),
  customCss: text(maxCustomCssLength).default(''),
  /** Id of an uploaded image; null: none. */
  logoId: Id.nullable().default(null),
  faviconId: Id.nullable().default(null),
})
export type BrandSettings = z.infer<typeof BrandSettings>

export const defaultBrand: BrandSettings = BrandSettings.parse({})

export const BrandImage = z
  .object({
    id: Id,
    kind: z.enum(['logo', 'favicon']),
    /** Path at the organization's hosts; public and unguessable. */
    path: z.string(),
    width: z.int(),
    height: z.int(),
    sizeBytes: z.int(),
  })
  .meta({ id: 'BrandImage' })
export type BrandImage = z.infer<typeof BrandImage>

export const Brand = z
  .object({
    ...BrandSettings.shape,
    /** The custom CSS as it is applied: scoped, and without comments. */
    scopedCss: z.string(),
    logo: BrandImage.nullable(),
    favicon: BrandImage.nullable(),
    /** The name that pages, emails and documents carry in place of the product's. */
    name: z.string(),
    /** The product's name is shown nowhere: the plan allows it. */
    hidesProduct: z.boolean(),
    /** Counts up with each saved change; 0: never saved. */
    version: z.int(),
    savedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Brand' })
export type Brand = z.infer<typeof Brand>

export const BrandVersion = z
  .object({
    version: z.int(),
    settings: z.object(BrandSettings.shape),
    savedBy: z.string(),
    savedAt: Timestamp,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'BrandVersion' })
export type BrandVersion = z.infer<typeof BrandVersion>

/** `version` is the one that was read: 409 when it was changed since. */
export const SaveBrandBody = z.strictObject({ ...BrandSettings.shape, version: z.int().min(0).optional() })
export type SaveBrandBody = z.infer<typeof SaveBrandBody>

const CssCheck = z.object({
  /** As it would be applied; empty when it has faults. */
  scopedCss: z.string(),
  faults: z.array(z.object({ line: z.int(), message: z.string(), messageKey: MessageKey.optional() })).max(50),
})

const version = z.strictObject({ version: z.coerce.number().int().min(1).max(2_147_483_647) })
/** Organization id and random key. */
const ImageFile = z.string().regex(/^[\w-]{44}\.png$/, 'Not found.')

export const branding = operations(
  'branding',
  { read: 'branding:read', write: 'branding:write' },
  {
    read: get('/branding', 'Read the brand of the organization', { reply: Brand }),
    save: put('/branding', 'Save the brand: colors, font, theme mode, custom CSS, logo and favicon', {
      body: SaveBrandBody,
      reply: Brand,
      errors: [409],
    }),
    reset: post('/branding/reset', 'Reset all branding settings to defaults', { reply: Brand }),
    uploadLogo: create(
      '/branding/logo',
      'Upload a logo: PNG, JPEG or SVG of at most 2 MB, re-encoded as PNG; saving the brand applies it',
      {
        upload: logoTypes,
        reply: BrandImage,
        bodyLimit: maxLogoBytes,
        transaction: false,
        rate: { max: 60, perSeconds: 60 },
      },
    ),
    uploadFavicon: create('/branding/favicon', 'Upload a favicon: PNG or ICO of at most 100 KB; saving the brand applies it', {
      upload: faviconTypes,
      reply: BrandImage,
      bodyLimit: maxFaviconBytes,
      transaction: false,
      rate: { max: 60, perSeconds: 60 },
    }),
    openImage: get('/b/:file', 'A logo or favicon at its public address', {
      access: 'public',
      params: z.strictObject({ file: ImageFile }),
      file: 'image/png',
      ownLimitOnly: true,
      // Mail providers fetch images for all their customers from one address.
      rate: { max: 60_000, perSeconds: 60 },
    }),
    checkCss: post('/branding/check-css', 'Check custom CSS against the allow-list, and read it as it would be applied', {
      body: z.strictObject({ css: text(maxCustomCssLength) }),
      reply: CssCheck,
      audited: false,
    }),
    versions: list('/branding/versions', 'List saved versions of the brand, the newest first', { row: BrandVersion }),
    restore: post('/branding/versions/:version/restore', 'Restore a saved version of the brand as a new version', {
      params: version,
      reply: Brand,
    }),
  },
)
