import { templateVariables } from '@imperium/contract/campaigns.ts'
import { invalid } from '../../platform/errors.ts'
import { TemplateError, loadTemplates } from '../../platform/liquid.ts'

/** A footer that cannot be read, or that names what no contact has, would keep every campaign mail from going out. @throws 422. */
export async function checkFooter(source: string): Promise<void> {
  const refuse = (message: string) => invalid([{ path: 'footerText', message }])
  try {
    const { variables } = (await loadTemplates()).compile(source, 'text')
    const unknown = variables.find((name) => !(templateVariables as readonly string[]).includes(name))
    if (unknown !== undefined) throw refuse(`There is no variable ${unknown}`)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const place = error.line === null ? '' : `Line ${error.line}, column ${error.column ?? 1}: `
    throw refuse(place + error.message)
  }
}
