import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPassages } from '../split-passages.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { listNumber } from './list-number.ts'

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
