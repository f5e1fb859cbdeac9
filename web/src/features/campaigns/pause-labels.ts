import { t, translateMessage } from '../../lib/words.ts'

/** The reason of a pause, in the language of the page: the member or the rule that paused it. */
export function pauseText(reason: string): string {
  const [, problem] = /^Paused automatically: (.+)$/s.exec(reason) ?? []
  if (problem !== undefined) {
    const translated = translateMessage(problem)
    // Form messages have no full stop of their own.
    return t('Paused automatically: {reason}', {
      reason: translated === problem ? `${translateMessage(problem.replace(/\.$/, ''))}.` : translated,
    })
  }
  const [, name] = /^Paused by (.+)\.$/s.exec(reason) ?? []
  return name === undefined ? translateMessage(reason) : t('Paused by {name}.', { name })
}
