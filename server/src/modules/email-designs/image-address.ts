import { idFromBytes, idToBytes } from '../../platform/ids.ts'

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' } as const
export type StoredImageType = keyof typeof endings

/** Path of the public address: organization and key, so that it can be read without a session. The key stands in it as it is. */
export const imagePath = (orgId: string, key: string, contentType: StoredImageType): string =>
  `/api/i/${idToBytes(orgId).toString('base64url')}${key}.${endings[contentType]}`

/** Characters of 16 bytes. */
const wordLength = 22

const address = /\/api\/i\/([\w-]{22})([\w-]{22})\.(?:png|jpg|gif)/g

export interface NamedImage {
  /** As it stands in the text, without the server. */
  path: string
  orgId: string
  key: string
}

/** The images that a text of any form names, each once. */
export function imagesNamed(text: string): NamedImage[] {
  const found = [...text.matchAll(address)].map(([path, org = '', key = '']) => ({
    path,
    orgId: idFromBytes(Buffer.from(org, 'base64url')),
    key,
  }))
  return [...new Map(found.map((image) => [image.path, image])).values()]
}

export const parseImageFile = (file: string): { orgId: string; key: string } => ({
  orgId: idFromBytes(Buffer.from(file.slice(0, wordLength), 'base64url')),
  key: file.slice(wordLength, 2 * wordLength),
})
