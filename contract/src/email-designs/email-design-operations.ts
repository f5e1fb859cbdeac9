import { z } from 'zod'
import { Id, Timestamp, line, required } from '../kit/fields.ts'
import { create, get, list, operations, post, put, remove, update } from '../kit/operations.ts'
import { Block, EmailStyle } from './email-design.ts'
import { layoutPictures } from './layouts/layout-kit.ts'

export const emailImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export const maxEmailImageBytes = 5 * 1024 * 1024
/** Pixels: twice the 600 of a usual email, for screens with two pixels in one. */
export const maxEmailImageWidth = 1200
/** Outlook for Windows shows no more than 1728 pixels of an image, which has two in one here. */
export const maxEmailImageHeight = 3456
export const maxEmailBlocks = 200

export const EmailImage = z
  .object({
    id: Id,
    name: z.string(),
    /** Public and unguessable, for the `src` of an image block: readers of an email have no session. */
    url: z.string(),
    contentType: z.enum(['image/png', 'image/jpeg', 'image/gif']),
    /** Pixels of the stored image. */
    width: z.int(),
    height: z.int(),
    sizeBytes: z.int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'EmailImage' })
export type EmailImage = z.infer<typeof EmailImage>

export const SavedEmailBlock = z
  .object({ id: Id, name: z.string(), block: Block, createdAt: Timestamp, updatedAt: Timestamp })
  .meta({ id: 'SavedEmailBlock' })
export type SavedEmailBlock = z.infer<typeof SavedEmailBlock>

const name = required(120, 'Name is required')
export const CreateEmailBlockBody = z.strictObject({ name, block: Block })
export type CreateEmailBlockBody = z.infer<typeof CreateEmailBlockBody>

export const UpdateEmailBlockBody = z.strictObject({
  name: name.optional(),
  block: Block.optional(),
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateEmailBlockBody = z.infer<typeof UpdateEmailBlockBody>

/** The organization id and a random key, then the ending of its type. */
const ImageFile = z.string().regex(/^[\w-]{44}\.(?:png|jpg|gif)$/, 'Not found.')

/** What all email designs of an organization share: images, saved blocks and the brand style. */
export const emailDesigns = operations(
  'email-designs',
  { read: 'campaigns:read', write: 'campaigns:write' },
  {
    listImages: list('/email-images', 'List images for emails', { row: EmailImage }),
    uploadImage: post('/email-images', 'Upload an image for emails: PNG, JPEG, GIF or WebP, re-encoded at most 1200 pixels wide', {
      query: z.strictObject({ name: line(120).default('') }),
      upload: emailImageTypes,
      reply: EmailImage,
      status: 201,
      errors: [409],
      bodyLimit: maxEmailImageBytes,
      transaction: false,
      rate: { max: 120, perSeconds: 60 },
    }),
    removeImage: remove('/email-images/:id', 'Delete an image that no campaign, template, workflow or saved block uses'),
    openImage: get('/i/:file', 'The image at its public address, for readers of emails', {
      access: 'public',
      params: z.strictObject({ file: ImageFile }),
      file: 'image/*',
      ownLimitOnly: true,
      // Mail providers fetch images for all their customers from one address.
      rate: { max: 60_000, perSeconds: 60 },
    }),
    openPicture: get('/email-pictures/:picture', 'A picture of the layouts for emails', {
      access: 'public',
      params: z.strictObject({ picture: z.enum(layoutPictures.map((name) => `${name}.png` as const)) }),
      file: 'image/png',
      ownLimitOnly: true,
      rate: { max: 60_000, perSeconds: 60 },
    }),
    listBlocks: list('/email-blocks', 'List saved blocks of emails', { row: SavedEmailBlock }),
    createBlock: create('/email-blocks', 'Save a block of an email for later emails', {
      body: CreateEmailBlockBody,
      reply: SavedEmailBlock,
    }),
    updateBlock: update('/email-blocks/:id', 'Change a saved block', { body: UpdateEmailBlockBody, reply: SavedEmailBlock }),
    removeBlock: remove('/email-blocks/:id', 'Delete a saved block; emails that contain it keep their copy'),
    readStyle: get('/email-style', 'Read the brand style of emails', { reply: EmailStyle }),
    setStyle: put('/email-style', 'Set the brand style that new emails start with', {
      access: 'organizations:update',
      body: EmailStyle,
      reply: EmailStyle,
    }),
  },
)
