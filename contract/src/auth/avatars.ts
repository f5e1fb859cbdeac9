import { z } from 'zod'
import { get, operations } from '../kit/operations.ts'
import { Id } from '../kit/fields.ts'

export const AvatarVersion = z.object({ userId: Id, version: z.string() }).meta({ id: 'AvatarVersion' })

/** Reading photos: a part of the profile's operations that every page needs, apart from the rest. */
export const avatars = operations('profile', 'signed-in', {
  listAvatars: get(
    '/users/avatars',
    'Find out who of up to 200 people has a photo, and in which version; only people of a shared organization',
    {
      query: z.strictObject({
        /** Comma list of user ids. */
        ids: z
          .string()
          .max(200 * 37)
          .transform((list) => list.split(','))
          .pipe(z.array(Id).min(1).max(200)),
      }),
      reply: z.array(AvatarVersion).max(200),
    },
  ),
  readAvatar: get('/users/:id/avatar', 'Read the photo of a person of a shared organization', {
    /** The version of the picture, so that the response can be cached. */
    query: z.strictObject({ v: z.string().max(64).optional() }),
    file: 'image/webp',
  }),
})
