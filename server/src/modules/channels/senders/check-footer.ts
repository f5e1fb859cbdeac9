import { unknownVariables } from '@imperium/contract/campaigns/campaigns.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../../platform/errors.ts'
import { TemplateError, faultText, loadTemplates } from '../../../platform/text/liquid.ts'

/** A footer that cannot be read, or that names what no contact has, would keep every campaign mail from going out. @throws 422. */
export async function checkFooter(source: string): Promise<void> {
  const refuse = (text: Text) => invalid([{ path: 'footerText', ...worded(text) }])
  try {
    const { variables } = (await loadTemplates()).compile(source, 'text')
    const [unknown] = unknownVariables(variables)
    if (unknown !== undefined) throw refuse(message('There is no merge field {name}', { name: unknown }))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw refuse(faultText(error))
  }
}
