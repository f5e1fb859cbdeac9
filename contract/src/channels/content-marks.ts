/** What an inbound message holds besides text. A mark stands in the message as `[Photo: garden.jpg]`: the server writes it, pages translate it. */
export const contentMarks = {
  image: 'Photo',
  video: 'Video',
  audio: 'Audio',
  document: 'File',
  sticker: 'Sticker',
  location: 'Location',
  contact: 'Contact',
  reaction: 'Reaction',
  reactionRemoved: 'Reaction removed',
  otherReplyTo: 'The answer does not reach these addresses, which the email names as well',
  unknown: 'Message of a kind that cannot be shown here',
} as const
export type ContentMark = keyof typeof contentMarks

/** `[Photo]`, or `[Photo: garden.jpg]` with a detail. */
export const markOf = (mark: ContentMark, detail = ''): string => `[${contentMarks[mark]}${detail === '' ? '' : `: ${detail}`}]`

/** Stored by earlier versions. */
const earlier: Record<string, ContentMark> = { 'Reaction taken back': 'reactionRemoved' }
const current = Object.entries(contentMarks).map(([mark, text]): [string, ContentMark] => [text, mark as ContentMark])
const names = new Map<string, ContentMark>([...current, ...Object.entries(earlier)])
const form = new RegExp(`^\\[(${[...names.keys()].join('|')})(?=[\\]:])`, 'gm')

/** The text with each mark at the start of a line as `label` has it. The rest of the bracket is the sender's. */
export const labelMarks = (text: string, label: (mark: ContentMark) => string): string =>
  text.replaceAll(form, (whole, name: string) => {
    const mark = names.get(name)
    return mark ? `[${label(mark)}` : whole
  })
