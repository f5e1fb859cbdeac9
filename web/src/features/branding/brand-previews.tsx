import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { emailStyleOf } from '@imperium/contract/branding/email-style.ts'
import { fillFor, textOn } from '@imperium/contract/branding/contrast.ts'
import { suggestedColors } from '../../lib/brand/brand.ts'
import { t } from '../../lib/words.ts'
import { brandFontFamily } from '../../theme/brand-fonts.ts'
import { defaultPreset } from '../../theme/presets.ts'
import type { Mode } from '../../theme/presets.ts'
import { paletteVariables, useMode } from '../../theme/store.ts'
import type { BrandDraft } from './brand-draft.ts'
import styles from '../../ui/styles.module.css'
import classes from './previews.module.css'

const views = [
  { value: 'app', label: t('App') },
  { value: 'login', label: t('Login') },
  { value: 'email', label: t('Email') },
  { value: 'invoice', label: t('Invoice') },
  { value: 'widget', label: t('Widget') },
] as const
type View = (typeof views)[number]['value']

interface PreviewsProps {
  draft: BrandDraft
  name: string
  hidesProduct: boolean
}

/** The brand as it would look, before it is saved. */
export function BrandPreviews({ draft, name, hidesProduct }: PreviewsProps) {
  const mode = useMode()
  const [view, setView] = useState<View>('app')
  const [chosen, setChosen] = useState<Mode | null>(null)
  const shown = chosen ?? (draft.themeMode === 'system' ? mode : draft.themeMode)
  const props = { draft, name, hidesProduct }
  const previews: Record<View, ReactNode> = {
    app: <AppPreview {...props} />,
    login: <LoginPreview {...props} />,
    email: <EmailPreview {...props} />,
    invoice: <InvoicePreview {...props} />,
    widget: <WidgetPreview {...props} />,
  }
  return (
    <section className={classes.previews} aria-label={t('Preview')}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('Preview')}
          data={[...views]}
          value={view}
          onChange={(value) => setView(views.find((each) => each.value === value)?.value ?? 'app')}
        />
        <SegmentedControl
          aria-label={t('Theme')}
          data={[
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          value={shown}
          onChange={(value) => setChosen(value === 'dark' ? 'dark' : 'light')}
        />
      </div>
      <div className={classes.stage} style={variablesOf(draft, shown)} data-view={view} data-dark={shown === 'dark' || undefined}>
        {previews[view]}
      </div>
    </section>
  )
}

/** The colors and the font of the draft, for this part of the page only. */
function variablesOf(draft: BrandDraft, mode: Mode): CSSProperties {
  const own = Object.entries(suggestedColors).flatMap(([key, suggested]) => {
    const color = draft[key as keyof typeof suggestedColors]
    return color === suggested ? [] : [[key, color]]
  })
  const palette = { ...defaultPreset[mode], ...Object.fromEntries(own) }
  return {
    ...paletteVariables(palette),
    fontFamily: `${brandFontFamily(draft.font)}, system-ui, sans-serif`,
    colorScheme: mode,
  }
}

function Mark({ draft, name }: Pick<PreviewsProps, 'draft' | 'name'>) {
  if (draft.logo) return <img className={classes.logo} src={draft.logo.path} alt={name} />
  return <span className={classes.wordmark}>{name}</span>
}

const Bars = ({ widths }: { widths: readonly number[] }) => (
  <>
    {widths.map((width, at) => (
      <span key={at} className={classes.line} style={{ width: `${width}%` }} />
    ))}
  </>
)

function AppPreview({ draft, name }: PreviewsProps) {
  return (
    <div className={classes.app}>
      <div className={classes.side}>
        <Mark draft={draft} name={name} />
        <span className={classes.navItem} data-active>
          {t('Dashboard')}
        </span>
        <span className={classes.navItem}>{t('AI Agents')}</span>
        <span className={classes.navItem}>{t('Campaigns')}</span>
      </div>
      <div className={classes.sheet}>
        <span className={classes.heading}>{t('Dashboard')}</span>
        <div className={classes.chart} aria-hidden>
          {[38, 62, 50, 84, 70, 92].map((height, at) => (
            <span
              key={at}
              style={{ height: `${height}%`, background: at % 3 === 2 ? draft.accent : at % 3 === 1 ? draft.secondary : undefined }}
            />
          ))}
        </div>
        <span className={classes.link}>{t('Show all')}</span>
        <span className={classes.button}>{t('New agent')}</span>
      </div>
    </div>
  )
}

function LoginPreview({ draft, name }: PreviewsProps) {
  return (
    <div className={classes.login}>
      <Mark draft={draft} name={name} />
      <span className={classes.heading}>{t('Sign in')}</span>
      <span className={classes.field}>{t('Email')}</span>
      <span className={classes.field}>{t('Password')}</span>
      <span className={classes.button}>{t('Sign in')}</span>
    </div>
  )
}

/** In the colors that emails have in either mode: mail programs choose the mode, not we. */
function EmailPreview({ draft, name, hidesProduct }: PreviewsProps) {
  const style = emailStyleOf(draft)
  return (
    <div className={classes.mailPage} style={{ background: style.pageColor }}>
      <div className={classes.mail} style={{ color: style.textColor, borderRadius: style.radius }}>
        {draft.logo ? <img className={classes.logo} src={draft.logo.path} alt={name} /> : <b>{name}</b>}
        <span className={classes.mailTitle} style={{ color: style.headingColor }}>
          {t('Please confirm your address')}
        </span>
        <span>{t('You get our newsletter after you press the button.')}</span>
        <span
          className={classes.mailButton}
          style={{ background: style.buttonColor, color: style.buttonTextColor, borderRadius: style.radius }}
        >
          {t('Confirm')}
        </span>
        <span className={classes.mailNote} style={{ color: style.mutedColor }}>
          {t('If you did not ask for this, ignore this email.')}
          {!hidesProduct && ' Imperium'}
        </span>
      </div>
    </div>
  )
}

function InvoicePreview({ draft, name }: PreviewsProps) {
  return (
    <div className={classes.paper}>
      {draft.logo ? <img className={classes.logo} src={draft.logo.path} alt={name} /> : <b>{name}</b>}
      <span className={classes.paperTitle} style={{ color: fillFor(draft.primary) }}>
        {t('Invoice')}
      </span>
      <div className={classes.paperRow} style={{ borderColor: fillFor(draft.primary) }}>
        <span>{t('Description')}</span>
        <span>{t('Amount')}</span>
      </div>
      <div className={classes.paperRow}>
        <span>{t('Consulting')}</span>
        <span className="tnum">1,200.00</span>
      </div>
      <div className={classes.paperRow} data-total>
        <b>{t('Total')}</b>
        <b className="tnum">1,200.00</b>
      </div>
      <Bars widths={[70, 45]} />
    </div>
  )
}

function WidgetPreview({ draft, name }: PreviewsProps) {
  const fill = fillFor(draft.primary)
  return (
    <div className={classes.widget}>
      <span className={classes.widgetHead} style={{ background: fill, color: textOn(fill) }}>
        {name}
      </span>
      <span className={classes.bubble}>{t('Hello, how can we help?')}</span>
      <span className={classes.bubble} data-own style={{ background: fill, color: textOn(fill) }}>
        {t('Where is my order?')}
      </span>
      <span className={styles.grow} />
      <span className={classes.field}>{t('Message')}</span>
    </div>
  )
}
