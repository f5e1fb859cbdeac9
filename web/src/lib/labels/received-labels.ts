import { labelMarks } from '@imperium/contract/channels/content-marks.ts'
import type { ContentMark } from '@imperium/contract/channels/content-marks.ts'
import { t } from '../words.ts'

const labels: Record<ContentMark, string> = {
  image: t('Photo'),
  video: t('Video'),
  audio: t('Audio'),
  document: t('File'),
  sticker: t('Sticker'),
  location: t('Location||message'),
  contact: t('Contact||message'),
  reaction: t('Reaction'),
  reactionRemoved: t('Reaction removed'),
  otherReplyTo: t('The answer does not reach these addresses, which the email names as well'),
  unknown: t('Message of a kind that cannot be shown here'),
}

/** The displayed text of an inbound message: its marks in the language of the page, everything else unchanged. */
export const receivedLabels = (text: string): string => labelMarks(text, (mark) => labels[mark])
