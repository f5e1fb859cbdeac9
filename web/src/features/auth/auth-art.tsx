import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import classes from './auth.module.css'

const steps = [
  ['0.2s', t('Form received from <b>{place}</b>', { place: 'northwind.example' })],
  ['1.1s', t('{tool} → no open opportunity', { tool: 'database_query' })],
  ['1.9s', t('{tool} → positive', { tool: 'sentiment_analysis' })],
  ['2.4s', t('Scored <b>{score}</b>', { score: '92 / 100' })],
] as const

/** The picture beside the form: the tagline and an example run. Hidden from screen readers. */
export function AuthArt() {
  return (
    <div className={classes.art} aria-hidden>
      <p className={classes.tagline}>
        <Rich text={t('Where AI<break></break>Meets ALL')} tags={{ break: <br /> }} />
      </p>
      <div className={classes.run}>
        <div className={classes.runHead}>
          <span className={classes.runDot} />
          <span className={classes.runName}>{t('Inbound lead qualifier')}</span>
          <span className={classes.runNote}>{t('example run')}</span>
        </div>
        {steps.map(([at, text]) => (
          <div key={at} className={classes.step}>
            <span className={classes.stepAt}>{at}</span>
            <span>
              <Rich text={text} tags={{ b: <b /> }} />
            </span>
          </div>
        ))}
        <div className={`${classes.step} ${classes.stepLive}`}>
          <span className={classes.stepAt}>2.6s</span>
          <span>{t('Drafting the reply…')}</span>
        </div>
      </div>
    </div>
  )
}
