import { z } from 'zod'
import { markOf } from '@imperium/contract/channels/content-marks.ts'
import { describeMedia } from '../inbound/remote-media.ts'
import type { RemoteMedia } from '../inbound/remote-media.ts'

const Media = z.object({
  id: z.string().max(300).optional(),
  mime_type: z.string().max(200).optional(),
  caption: z.string().optional(),
  filename: z.string().max(300).optional(),
})
const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const

/** The content of a WhatsApp message, without its envelope. */
export const WhatsappContent = z.object({
  type: z.string().max(60),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: z.string() }).optional(),
      list_reply: z.object({ title: z.string() }).optional(),
    })
    .optional(),
  image: Media.optional(),
  video: Media.optional(),
  audio: Media.optional(),
  document: Media.optional(),
  sticker: Media.optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional(), address: z.string().optional() })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.object({ phone: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  reaction: z.object({ emoji: z.string().max(40).optional() }).optional(),
})
type Content = z.output<typeof WhatsappContent>

/**
 * The text of a message, never empty, because a member has to reply to it. Files are named, a caption is kept, a location becomes
 * coordinates.
 */
export function readWhatsappContent(content: Content): { text: string; media: RemoteMedia[] } {
  const { text, button, interactive } = content
  const tagText = text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title
  if (tagText !== undefined) return { text: tagText, media: [] }
  const kind = mediaTypes.find((each) => each === content.type)
  const file = kind && content[kind]
  if (kind && file) {
    const media: RemoteMedia = { kind, contentType: file.mime_type ?? '', name: file.filename ?? '', ref: file.id ?? '' }
    return { text: [file.caption, describeMedia(media)].filter(Boolean).join('\n'), media: file.id ? [media] : [] }
  }
  return { text: textOf(content), media: [] }
}

function textOf({ type, location, contacts, reaction }: Content): string {
  if (location) {
    const place = [location.name, location.address].filter(Boolean).join(', ')
    return `${markOf('location')} ${location.latitude}, ${location.longitude}${place ? ` (${place})` : ''}`
  }
  if (contacts) {
    const cards = contacts.map(({ name, phones }) => [name?.formatted_name, phones?.[0]?.phone].filter(Boolean).join(' '))
    return `${markOf('contact')} ${cards.join(', ')}`.trim()
  }
  if (type === 'reaction') return reaction?.emoji ? `${markOf('reaction')} ${reaction.emoji}` : markOf('reactionRemoved')
  return markOf('unknown', type)
}
