import { useState } from 'react'
import { t } from '../../lib/words.ts'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import type { Draft } from './draft.ts'
import { snippetLabels, snippetOf } from './snippets.ts'
import type { SnippetLanguage } from './snippets.ts'
import classes from './playground.module.css'

/** The request as code in three languages. */
export function SnippetsCard({ draft }: { draft: Draft }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  return (
    <section className={classes.card} aria-label={t('Code examples')}>
      <PageTabs tabs={snippetLabels} open={language} onOpen={setLanguage}>
        <CodeBlock label={snippetLabels[language]} code={snippetOf(language, draft, location.origin)} maxHeight={260} />
      </PageTabs>
    </section>
  )
}
