import { describe, expect, test } from 'vitest'
import { splitPassages, wordsOf } from './split-passages.ts'

describe('passages of an article', () => {
  test('carry the headings above them, and no marks', () => {
    const text = 'Before **all**.\n\n## Send\n\nOpen [the page](docs?article=a).\n\n### Test\n\n- First\n- Second\n\n## Stop\n\nEnd `it`.'
    expect(splitPassages('Campaigns', text)).toEqual([
      { headings: ['Campaigns'], passage: 'Before all.' },
      { headings: ['Campaigns', 'Send'], passage: 'Open the page.' },
      { headings: ['Campaigns', 'Send', 'Test'], passage: 'First\nSecond' },
      { headings: ['Campaigns', 'Stop'], passage: 'End it.' },
    ])
  })

  test('a heading inside code is code', () => {
    expect(splitPassages('Calls', '```\n# not a heading\n```')).toEqual([{ headings: ['Calls'], passage: '# not a heading' }])
  })

  test('long text is cut between words, and nothing is lost', () => {
    const words = Array.from({ length: 900 }, (_, at) => `word${at}`)
    const passages = splitPassages('Long', words.join(' '))
    expect(passages.length).toBeGreaterThan(3)
    expect(passages.flatMap(({ passage }) => passage.split(/\s+/))).toEqual(words)
    expect(Math.max(...passages.map(({ passage }) => passage.length))).toBeLessThanOrEqual(1_200)
  })

  test('an empty article is found by its title', () => {
    expect(splitPassages('Nothing yet', '')).toEqual([{ headings: ['Nothing yet'], passage: 'Nothing yet' }])
  })

  test('Japanese is divided into words', () => {
    expect(wordsOf('ja', '返品の期限は三十日です。').split(' ')).toContain('返品')
    expect(wordsOf('en', 'Thirty days.')).toBe('Thirty days.')
  })
})
