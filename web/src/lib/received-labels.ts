import { t } from './words.ts'

/** The server's markers for inbound content without text (`[Photo: garden.jpg]`); the rest of the bracket is the sender's text. */
const marks: Record<string, string> = {
  Photo: t('Photo'),
  Video: t('Video'),
  Audio: t('Audio'),
  File: t('File'),
  Sticker: t('Sticker'),
  Location: t('Location||message'),
  Contact: t('Contact||message'),
  Reaction: t('Reaction'),
  'Reaction removed': t('Reaction removed'),
  'Message of a kind that cannot be shown here': t('Message of a kind that cannot be shown here'),
}
const mark = new RegExp(`^\\[(${Object.keys(marks).join('|')})(?=[\\]:])`, 'gm')

/** The displayed text of a message: markers in the language of the page, everything else unchanged. */
export const receivedLabels = (text: string): string => text.replaceAll(mark, (_, name: string) => `[${marks[name] ?? name}`)
