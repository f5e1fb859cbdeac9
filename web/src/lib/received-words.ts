import { t } from './words.ts'

/** What the server writes for what came in and is no text (`[Photo: garden.jpg]`); what follows in the brackets is the sender's own. */
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

/** A message as its conversation shows it: the marks in the language of the page, everything else as it was written. */
export const receivedWords = (text: string): string => text.replaceAll(mark, (_, name: string) => `[${marks[name] ?? name}`)
