import type { getDocumentProxy } from 'unpdf'

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** What pdf.js tells of an annotation, as far as it is text. Its own types name none of it. */
interface Annotation {
  subtype?: string
  /** Left, bottom, right, top. */
  rect: [number, number, number, number]
  hidden?: boolean
  fieldType?: string | null
  fieldName?: string
  /** What people are told of a field. */
  alternativeText?: string
  fieldValue?: unknown
  checkBox?: boolean
  radioButton?: boolean
  buttonValue?: string | null
  password?: boolean
  contentsObj?: { str?: string }
}

const labelOf = ({ alternativeText, fieldName }: Annotation): string => (alternativeText?.trim() || fieldName || '').trim()

/** What a field of a form says; '' for an empty one. A box is ticked or open. */
function fieldText(field: Annotation): string {
  const { fieldType, fieldValue, checkBox, radioButton, buttonValue } = field
  const label = labelOf(field)
  if (fieldType === 'Btn') {
    if (checkBox && label !== '') return `${fieldValue === 'Off' || !fieldValue ? '☐' : '☒'} ${label}`
    return radioButton && fieldValue && fieldValue === buttonValue ? `${label}: ${String(fieldValue)}` : ''
  }
  const values = (Array.isArray(fieldValue) ? (fieldValue as unknown[]) : [fieldValue]).filter((each) => typeof each === 'string')
  const text = values.join(', ').trim()
  return text === '' || field.password ? '' : label === '' ? text : `${label}: ${text}`
}

/** What stands upon a page and not in it: the values of a filled form, and text that was written over the page. */
export async function readNotes(page: PdfPage): Promise<string> {
  const found = (await page.getAnnotations()) as Annotation[]
  // As people read them: a file may name them in any order.
  const inOrder = found.toSorted(({ rect: a }, { rect: b }) => b[3] - a[3] || a[0] - b[0])
  const texts = inOrder.map((each) => {
    if (each.hidden) return ''
    return each.subtype === 'Widget' ? fieldText(each) : each.subtype === 'FreeText' ? (each.contentsObj?.str ?? '').trim() : ''
  })
  return texts.filter((text) => text !== '').join('\n')
}
