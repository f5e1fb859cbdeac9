import { unknownVariables } from '@imperium/contract/campaigns/campaigns.ts'
import { invalid } from '../../../platform/errors.ts'
import { TemplateError, loadTemplates, placeOf } from '../../../platform/text/liquid.ts'

/** A footer that cannot be read, or that names what no contact has, would keep every campaign mail from going out. @throws 422. */
export async function checkFooter(source: string): Promise<void> {
  const refuse = (message: string) => invalid([{ path: 'footerText', message }])
  try {
    const { variables } = (await loadTemplates()).compile(source, 'text')
    const [unknown] = unknownVariables(variables)
    if (unknown !== undefined) throw refuse(`There is no variable ${unknown}`)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw refuse(placeOf(error) + error.message)
  }
}
