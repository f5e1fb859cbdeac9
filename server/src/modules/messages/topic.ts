/** Marks of answers and forwards in the languages of common mail programs, counted ones (`Re[2]:`) included. */
const marks =
  /^(\s*(re|aw|antw|sv|vs|rv|rif|réf|ref|res|odp|ynt|fw|fwd|wg|tr|enc|i|返信|回复|答复|转发|転送)(\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*)+/iu

/** A subject without the marks of answers, for comparison. */
export const topicOf = (subject: string): string => subject.replace(marks, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
