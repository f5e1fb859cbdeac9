/** What Factur-X 1.0 puts into a PDF: the invoice as XML of the Cross Industry Invoice, in the profile EN 16931. */
export interface FacturX {
  xml: string
  /** When the document was made: the day of issue. */
  date: string
}

const fileName = 'factur-x.xml'

/** How the file is made for it: PDF/A-3, level B, whose facts stand as XML too, so without the characters that XML escapes. */
export const facturXOptions = { pdfVersion: '1.7', subset: 'PDF/A-3b' } as const
export const plainInfo = (text: string): string => text.replaceAll(/[&<>]/g, '+')

const properties = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document'],
  ['Version', 'The version of the XML schema'],
  ['ConformanceLevel', 'The conformance level of the XML data'],
]
  .map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
      `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  .join('')

/** The facts of Factur-X and the schema that explains them (PDF/A asks for one of each foreign schema). */
const metadata = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`

/** The typings know neither. */
type Attaching = PDFKit.PDFDocument & { appendXML: (xml: string) => void; file: (source: Buffer, options: object) => void }

export function attachFacturX(pdf: PDFKit.PDFDocument, { xml, date }: FacturX): void {
  const own = pdf as Attaching
  const at = new Date(date)
  own.file(Buffer.from(xml), {
    name: fileName,
    type: 'text/xml',
    relationship: 'Data',
    description: 'Factur-X',
    creationDate: at,
    modifiedDate: at,
  })
  own.appendXML(metadata)
}
