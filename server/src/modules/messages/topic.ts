/** Marks of answers and forwards in the languages of common mail programs, counted ones (`Re[2]:`) included. */
const marks =
  /^(\s*(re|aw|antw|sv|vs|rv|rif|réf|ref|res|odp|ynt|fw|fwd|wg|tr|enc|i|返信|回复|答复|转发|転送)(\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*)+/iu

/** Those of answers alone that are no word of a subject: forwards stay named, and "I: Robot" keeps its letter. */
const answerMarks = /^(\s*(re|aw|antw|sv|rif|odp|ynt|返信|回复|答复)(\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*)+/iu

/** The subject of an answer: one mark, whatever the program of the other side calls it (`AW: Re[2]: Order` is `Re: Order`). */
export const answerTo = (subject: string): string => `Re: ${subject.replace(answerMarks, '').trim() || subject}`

/** A subject without the marks of answers, for comparison. */
export const topicOf = (subject: string): string => subject.replace(marks, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
