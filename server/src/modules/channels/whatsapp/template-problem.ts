import { countVariables } from '@imperium/contract/channels/channel-accounts.ts'

/** A part of a template as WhatsApp describes it. */
export interface TemplatePart {
  type: string
  format?: string | undefined
  text?: string | undefined
  buttons?: readonly { type: string; url?: string | undefined }[] | undefined
}

const variable = /\{\{[^}]*\}\}/
/** Buttons that are sent as they were approved. */
const fixedButtons = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'VOICE_CALL'])
const fixedParts = new Set(['BODY', 'HEADER', 'FOOTER', 'BUTTONS'])

/** The start of the reason text: a template with this reason stays unused, whatever the provider reports. */
export const cannotFill = 'Imperium cannot fill in this template: '

/**
 * Why every message with a template would be rejected: we fill in only the numbered variables of its text. Empty if there is no problem.
 */
export function templateProblem(parts: readonly TemplatePart[]): string {
  const why = partProblem(parts)
  return why ? `${cannotFill}${why}.` : ''
}

function partProblem(parts: readonly TemplatePart[]): string | null {
  const other = parts.find(({ type }) => !fixedParts.has(type))
  if (other) return `it has a part of the kind ${other.type.toLowerCase().replaceAll('_', ' ')}`
  for (const { type, format = 'TEXT', text = '', buttons = [] } of parts) {
    if (type === 'HEADER' && format !== 'TEXT') return `its header holds a file or a place (${format.toLowerCase()})`
    if (type === 'HEADER' && variable.test(text)) return 'its header has a variable'
    if (type === 'BODY' && /\{\{\s*[^\d\s}][^}]*\}\}/.test(text)) return 'its variables have names instead of numbers'
    if (type === 'BODY' && countVariables(text) === null) return 'its variables are not numbered without a gap'
    const button = buttons.find((each) => !fixedButtons.has(each.type) || variable.test(each.url ?? ''))
    if (button) return `a button of it needs a value (${button.type.toLowerCase().replaceAll('_', ' ')})`
  }
  return null
}
