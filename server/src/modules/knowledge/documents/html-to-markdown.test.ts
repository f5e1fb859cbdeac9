import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPassages } from '../split-passages.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { listNumber } from '../../../platform/text/list-number.ts'

const passages = (html: string) => splitPassages('t', htmlToMarkdown(html))
const text = (html: string) =>
  passages(html)
    .map(({ passage }) => passage)
    .join('\n\n')

test('a page that is one form is read, without its controls', () => {
  const form =
    '<form><h1>Prices</h1><p>A ticket costs 4 euros.</p><select><option>One</select><textarea>x</textarea><button>Buy</button></form>'
  expect(passages(form)).toEqual([{ headings: ['t', 'Prices'], passage: 'A ticket costs 4 euros.' }])
  expect(passages('<form><h2><button>May I return it?</button></h2><div>Yes.</div></form>')[0]?.headings).toEqual(['t', 'May I return it?'])
})

test('items of a task list are ticked or open', () => {
  const list =
    '<ul class="task-list"><li><label><input type="checkbox" checked="" />Signed</label></li><li><input type="checkbox" disabled> Paid</li></ul>'
  expect(text(list)).toMatch(/☒ Signed\n.*☐\s+Paid/)
  expect(text('<form><input type="checkbox" checked>I agree</form>')).toBe('I agree')
})

test('asides, alternative texts, lines of code and numbers of calls stay', () => {
  expect(text('<article>a<aside>Only on weekdays.</aside></article>')).toContain('Only on weekdays.')
  expect(text('<img src="x" alt="Map: exit 4"><img alt="">')).toBe('Map: exit 4')
  expect(text('<pre>one\n  # two\n\n<b>three</b></pre>')).toBe('one\n  # two\n\nthree')
  expect(
    text('<a href="tel:+49-30-1234">Call us</a>, <a href="tel:+49301234">030 1234</a>, <a href="mailto:a@b.example?subject=x">Mail</a>'),
  ).toBe('Call us (+49-30-1234), 030 1234, Mail (a@b.example)')
})

test('items of lists keep their numbers', () => {
  expect(text('<ol start="4"><li>four<li value="9">nine<li>ten</ol>')).toBe('4. four\n9. nine\n10. ten')
  expect(text('<ol type="a"><li>x<ol type="I"><li>y</ol><li>z</ol>').split(/\n+/)).toEqual(['a. x', 'I. y', 'b. z'])
  expect(listNumber(1_994, 'I')).toBe('MCMXCIV')
})

test('rows keep their columns, with spanned and empty cells', () => {
  const prices = '<table><caption>Plans</caption><tr><th rowspan=2>Plan<th colspan=2>2026</tr><tr><th>Q1<th>Q2</tr>'
  expect(text(`${prices}<tr><td><p>Basic</p><td>10<td></tr><tr><td>Pro<td colspan=2><p>25</p><p>30</p></tr></table>`)).toBe(
    'Plans\n\nPlan: Basic; 2026 Q1: 10; 2026 Q2: –\n\nPlan: Pro; 2026 Q1: 25 30; 2026 Q2: 25 30',
  )
  expect(text('<table><tr><th><th>Mo<th>Tu<tr><th>Early<td>9<td>10</table>')).toBe('Early; Mo: 9; Tu: 10')
  expect(text('<table><tr><td>Opens:<td>9:00<tr><td>Closes<td>18:00</table>')).toBe('Opens: 9:00\n\nCloses: 18:00')
  expect(text('<table><tr><th>Name<td>Ada<td>Bob<tr><th>Age<td>36<td>40</table>')).toBe('Name: Ada; Bob\n\nAge: 36; 40')
  expect(passages('<table><tr><td><h3>News</h3><p>Open again.<td><table><tr><td>a<td>1<tr><td>b<td>2</table></table>')).toEqual([
    { headings: ['t', 'News'], passage: 'Open again.\n\na: 1\n\nb: 2' },
  ])
})

test('property: words of a page stay as they are, whatever marks of Markdown they hold', () => {
  const word = fc.stringMatching(/^[a-z#*_`[\]()>~|-]{1,12}$/).filter((each) => /[a-z]/.test(each))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const html = words.map((each) => `<p>${each.replaceAll('>', '&gt;')}</p>`).join('')
      expect(text(html).split('\n\n')).toEqual(words)
    }),
    { numRuns: 200 },
  )
})

test('raised digits do not become part of the number before them', () => {
  expect(text('<p>10<sup>6</sup> rows, 10<sup>&minus;3</sup> m<sup>2</sup>, 1<sup>st</sup>, CO<sub>2</sub></p>')).toBe(
    '10⁶ rows, 10⁻³ m², 1st, CO2',
  )
  expect(text('<p>Now 19<sup>99</sup>, was 24.50<sup>1,2</sup>; 1<sup>1</sup>&frasl;<sub>2</sub> cups</p>')).toBe(
    'Now 19⁹⁹, was 24.50¹,²; 1¹⁄₂ cups',
  )
})

test('formulas of MathML keep the signs between their parts', () => {
  const half = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
  const sum = '<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>'
  const long = `<math><semantics><mrow><mfrac>${sum}<mn>2</mn></mfrac><mo>=</mo><msup><mn>10</mn><mn>6</mn></msup></mrow><annotation>x</annotation></semantics></math>`
  expect(text(`<p>${half} tablet, ${long}, <math><msqrt>${sum}</msqrt></math></p>`)).toBe('1/2 tablet, (a+b)/2=10^6, √(a+b)')
})

test('what does not hold any more is marked', () => {
  expect(text('<p>Price <del>99.00</del> <ins>79.00</ins> euros</p>')).toBe('Price ~~99.00~~ 79.00 euros')
})

test('pages without the tags that HTML does not need are read, and what a part of a page says of itself', () => {
  expect(text('<html><head><meta charset=utf-8><title>T</title><style>p{}</style><p>Open from nine to five.')).toBe(
    'Open from nine to five.',
  )
  expect(text('<my-price><template shadowrootmode="open"><p>12 euros</p></template></my-price><template><p>x</p></template>')).toBe(
    '12 euros',
  )
  expect(text('<article><p>Sizes</p><footer>Without tax.</footer></article><footer>Imprint</footer>')).toBe('Sizes\n\nWithout tax.')
  expect(text('<ol reversed><li>c<li>b<li>a</ol>')).toBe('3. c\n2. b\n1. a')
})
