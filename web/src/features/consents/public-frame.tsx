import '@mantine/core/styles/Skeleton.layer.css'
import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { languages } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { currentLanguage, rememberLanguage, t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import classes from './public.module.css'
import { languageNames } from '../../lib/language-names.ts'

interface PublicFrameProps {
  /** Name of the organization; empty while unknown. */
  organization: string
  title: string
  text?: string | undefined
  error?: Error | null | undefined
  /** Address for questions. */
  contactEmail?: string | undefined
  children?: ReactNode
}

/** An organization's public page for contacts: its name, one question, no sign-in. */
export function PublicFrame({ organization, title, text, error, contactEmail, children }: PublicFrameProps) {
  useDocumentTitle(organization ? `${title} · ${organization}` : title)
  return (
    <div className={classes.page}>
      {organization && <p className={classes.organization}>{organization}</p>}
      <main className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {error && (
          <p className={classes.error} role="alert">
            {error.message}
          </p>
        )}
        {children}
      </main>
      <footer className={classes.foot}>
        {contactEmail && (
          <a href={`mailto:${contactEmail}`} className={classes.link}>
            {contactEmail}
          </a>
        )}
        <LanguageChoice />
      </footer>
    </div>
  )
}

function speakAnew(language: Language): void {
  if (rememberLanguage(language)) location.reload()
}

function LanguageChoice() {
  return (
    <NativeSelect
      size="xs"
      aria-label={t('Language')}
      value={currentLanguage()}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(event) => {
        const chosen = languages.find((each) => each === event.currentTarget.value)
        if (chosen) speakAnew(chosen)
      }}
    />
  )
}

/** Uses the contact's language if the browser prefers none that we support. */
export function usePersonLanguage(language: Language | null | undefined): void {
  useEffect(() => {
    const wishes = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
    if (language && !languages.some((each) => wishes.includes(each))) speakAnew(language)
  }, [language])
}
