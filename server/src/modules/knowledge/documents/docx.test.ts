import { expect, test } from 'vitest'
import { splitPassages } from '../split-passages.ts'
import { docxToMarkdown } from './docx-to-markdown.ts'
import { makeZip } from './test-files.ts'

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`

const part = (type: string, file: string) => `<Relationship Id="${type}" Type="http://x/${type}" Target="${file}"/>`
function read(body: string, parts: Record<string, string> = {}): string[] {
  const file = {
    '_rels/.rels': `<Relationships>${part('officeDocument', '/word/document.xml')}</Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://w"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${Object.keys(parts)
      .map((name) => part(name, `${name}.xml`))
      .join('')}</Relationships>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, `<w:x xmlns:w="http://w">${xml}</w:x>`])),
  }
  return splitPassages('t', docxToMarkdown(makeZip(file))).flatMap(({ headings, passage }) => [
    ...headings.slice(1).map((each) => `# ${each}`),
    ...passage.split('\n\n'),
  ])
}

test('text boxes, headers, footers and notes are text; hidden, deleted and placeholder text is none', () => {
  const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`
  const alternatives = `<mc:AlternateContent><mc:Choice>${box('boxed')}</mc:Choice><mc:Fallback>${box('boxed')}</mc:Fallback></mc:AlternateContent>`
  const body = [
    paragraph(`${run('Outside')}<w:r>${alternatives}</w:r>`),
    paragraph(`${run('Free')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' here')}`),
    paragraph(
      `${run('Shown')}${run(' hidden', '<w:vanish/>')}${run(' on', '<w:vanish w:val="0"/>')}${run(' styled', '<w:rStyle w:val="Off"/>')}`,
    ),
    paragraph(`<w:del>${run('deleted')}</w:del><w:ins>${run('inserted')}</w:ins><w:moveFrom>${run('moved')}</w:moveFrom>`),
    paragraph(`<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt>${run('2024_a*b')}`),
    '<w:sectPr><w:headerReference r:id="header"/><w:footerReference r:id="footer"/></w:sectPr>',
  ].join('')
  const parts = {
    styles: '<w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Off"><w:basedOn w:val="Base"/></w:style>',
    footnotes: `<w:footnote w:id="2">${paragraph(run('above 500 euros'))}</w:footnote>`,
    header: paragraph(run('Contract 4711')),
    footer: paragraph(`${run('Page ')}<w:fldSimple w:instr=" PAGE ">${run('7')}</w:fldSimple>`),
  }
  expect(read(body, parts)).toEqual([
    'Contract 4711',
    'Outside',
    'boxed',
    'Free [1] here',
    '[1] above 500 euros',
    'Shown on',
    'inserted',
    '2024_a*b',
    'Page',
  ])
})

test('boxes of forms are ticked or not', () => {
  const box = (isOn: number) =>
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isOn}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('?')}</w:sdtContent></w:sdt>`
  const old = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const sign = '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>'
  // As LibreOffice and older programs write them.
  const inFont = (text: string) => `<w:r><w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr><w:t>${text}</w:t></w:r>`
  expect(read([inFont('\uf0fe\uf06f'), inFont('x'), inFont('o')].map((each) => paragraph(each + run(' Lunch'))).join(''))).toEqual([
    '☑☐ Lunch',
    '☒ Lunch',
    '☐ Lunch',
  ])
  expect(read([box(1), box(0), old, sign].map((each) => paragraph(each + run(' Lunch'))).join(''))).toEqual([
    '☒ Lunch',
    '☐ Lunch',
    '☒ Lunch',
    '☐ Lunch',
  ])
})

test('paragraphs have the numbers that Word counts', () => {
  const level = (ilvl: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '§ %1')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`
  const item = (text: string, ilvl: number, numId = 1) =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${numId}"/></w:numPr>`)
  const styles =
    '<w:style w:styleId="H"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
  const body = [
    item('one', 0),
    item('x', 1),
    item('y', 1),
    paragraph(run('between')),
    item('two', 0),
    item('z', 1),
    item('new', 0, 2),
    paragraph(run('Head'), '<w:pStyle w:val="H"/>'),
  ]
  expect(read(body.join(''), { numbering, styles })).toEqual([
    '§ I one',
    'I.a) x',
    'I.b) y',
    'between',
    '§ II two',
    'II.a) z',
    '§ VII new',
    '§ VIII Head',
  ])
})

test('rows keep their columns, with merged and empty cells', () => {
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const text = (value: string, properties = '') => cell(paragraph(value && run(value)), properties)
  const table = `<w:tbl>${row(text('Plan'), text('Price'), text('Support'))}${row(text('Basic'), text('10'), text(''))}${row(text('Pro', '<w:vMerge w:val="restart"/>'), text('20', '<w:gridSpan w:val="2"/>'))}${row(text('', '<w:vMerge/>'), text('25'), text('phone'))}</w:tbl>`
  expect(read(table)).toEqual([
    'Plan: Basic; Price: 10; Support: –',
    'Plan: Pro; Price: 20; Support: 20',
    'Plan: Pro; Price: 25; Support: phone',
  ])
})

test('formulas stand in one line', () => {
  const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const fraction = `<m:f><m:num>${sign('a+b')}</m:num><m:den>${sign('2')}</m:den></m:f>`
  const power = `<m:sSup><m:e>${sign('x')}</m:e><m:sup>${sign('2')}</m:sup></m:sSup>`
  const root = `<m:rad><m:deg/><m:e>${power}${sign('+1')}</m:e></m:rad>`
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${sign('i=1')}</m:sub><m:sup>${sign('n')}</m:sup><m:e>${sign('i')}</m:e></m:nary>`
  expect(read(paragraph(`${run('Area')}<m:oMath>${fraction}${sign('=')}${root}${sign('-')}${sum}</m:oMath>`))).toEqual([
    'Area (a+b)/2=√(x^2+1)-∑_(i=1)^ni',
  ])
})

test('raised digits and struck words are told from others', () => {
  const power = `${run('10')}${run('6', '<w:vertAlign w:val="superscript"/>')}${run(' rows')}`
  expect(read(paragraph(`${power}${run(', ')}${run('99.00', '<w:strike/>')}${run(' 79.00', '<w:strike w:val="0"/>')}`))).toEqual([
    '10⁶ rows, ~~99.00~~ 79.00',
  ])
})
