import { expect, test } from 'vitest'
import { emailLayouts } from '@imperium/contract/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '@imperium/contract/email-designs/layouts/layout-kit.ts'
import de from './texts/de.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }
import { mapLayoutTexts } from './layout-texts.ts'

const texts = new Set<string>()
for (const layout of emailLayouts)
  mapLayoutTexts(designOfLayout(layout, { origin: 'https://imperium.test' }), (text) => {
    if (/[a-z]/i.test(text)) texts.add(text)
    return text
  })

test.each(Object.entries({ de, es, fr, ja }))(
  'the content of every layout is translated to %s, and nothing else is',
  (_language, dictionary) => {
    expect(Object.keys(dictionary).toSorted()).toEqual([...texts].toSorted())
    const places = (text: string) => (text.match(/\{\{[^{}]*\}\}/g) ?? []).join()
    expect(Object.entries(dictionary).filter(([text, translation]) => places(text) !== places(translation))).toEqual([])
  },
)
