import { crc32 } from 'node:zlib'

/** Says of the letters of a font that they are private characters, which only this font knows. */
const privateLetters = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <e020> endbfrange endcmap end end`

/** A PDF of one page with one line of text. */
export function makePdf(text: string, hasLetters = true): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${hasLetters ? '' : '/ToUnicode 6 0 R '}>>`,
    `<< /Length ${privateLetters.length} >>\nstream\n${privateLetters}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
  )
}

/** A zip of files that are not compressed, unless their bytes are (method 8). */
export function makeZip(files: Record<string, string | Buffer>, method = 0): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const [nameBytes, data] = [Buffer.from(name), Buffer.from(content)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, nameBytes, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, rest, nameBytes]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

/** A Word document with a heading and a paragraph. */
export function makeDocx(heading: string, text: string): Buffer {
  const office = 'http://schemas.openxmlformats.org'
  const word = `${office}/wordprocessingml/2006/main`
  const run = (words: string) => `<w:r><w:t>${words}</w:t></w:r>`
  return makeZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(heading)}</w:p><w:p>${run(text)}</w:p></w:body></w:document>`,
    'word/styles.xml': `<?xml version="1.0"?><w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  })
}

/** A workbook of one sheet with text cells, as spreadsheet programs write it: inline strings, no styles. */
export function makeXlsx(sheet: string, rows: readonly string[][]): Buffer {
  const office = 'http://schemas.openxmlformats.org'
  const main = `${office}/spreadsheetml/2006/main`
  const related = `${office}/officeDocument/2006/relationships`
  const cells = (row: readonly string[], at: number) =>
    row.map((value, column) => `<c r="${String.fromCodePoint(65 + column)}${at + 1}" t="inlineStr"><is><t>${value}</t></is></c>`).join('')
  const data = rows.map((row, at) => `<row r="${at + 1}">${cells(row, at)}</row>`).join('')
  const typed = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  return makeZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typed('/xl/workbook.xml', 'sheet.main')}${typed('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${related}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${related}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  })
}
