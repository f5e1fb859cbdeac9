import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, idParams } from '../kit/fields.ts'

export const AvatarVersion = z.object({ userId: Id, version: z.string() }).meta({ id: 'AvatarVersion' })

/** Reading photos: a part of the profile's operations that every page needs, apart from the rest. */
export const avatars = {
  listAvatars: endpoint({
    id: 'profile.listAvatars',
    method: 'GET',
    path: '/users/avatars',
    summary: 'Find out who of up to 200 people has a photo, and in which version; only people of a shared organization',
    access: 'signed-in',
    query: z.strictObject({
      /** Comma list of user ids. */
      ids: z
        .string()
        .max(200 * 37)
        .transform((list) => list.split(','))
        .pipe(z.array(Id).min(1).max(200)),
    }),
    reply: z.array(AvatarVersion).max(200),
  }),
  readAvatar: endpoint({
    id: 'profile.readAvatar',
    method: 'GET',
    path: '/users/:id/avatar',
    summary: 'Read the photo of a person of a shared organization',
    access: 'signed-in',
    params: idParams,
    /** The version of the picture, so that the response can be cached. */
    query: z.strictObject({ v: z.string().max(64).optional() }),
    file: 'image/webp',
    errors: [404],
  }),
}
