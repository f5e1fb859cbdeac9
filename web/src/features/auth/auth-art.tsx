import classes from './auth.module.css'

const steps = [
  ['0.2s', 'Form received from ', 'northwind.example'],
  ['1.1s', 'database_query → no open opportunity', ''],
  ['1.9s', 'sentiment_analysis → positive', ''],
  ['2.4s', 'Scored ', '92 / 100'],
] as const

/** The picture beside the form: the tagline and an example of what a run looks like. Decoration for screen readers. */
export function AuthArt() {
  return (
    <div className={classes.art} aria-hidden>
      <p className={classes.tagline}>
        Where AI
        <br />
        Meets ALL
      </p>
      <div className={classes.run}>
        <div className={classes.runHead}>
          <span className={classes.runDot} />
          <span className={classes.runName}>Inbound lead qualifier</span>
          <span className={classes.runNote}>example run</span>
        </div>
        {steps.map(([at, text, strong]) => (
          <div key={at} className={classes.step}>
            <span className={classes.stepAt}>{at}</span>
            <span>
              {text}
              <b>{strong}</b>
            </span>
          </div>
        ))}
        <div className={`${classes.step} ${classes.stepLive}`}>
          <span className={classes.stepAt}>2.6s</span>
          <span>Drafting the reply…</span>
        </div>
      </div>
    </div>
  )
}
