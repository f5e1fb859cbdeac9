import { Button } from '@mantine/core'
import { IconBuildingSkyscraper, IconChartHistogram, IconRobot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { productName } from '../../lib/brand/brand.ts'
import { t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { PublicFrame } from './public-frame.tsx'
import { OverviewScreen, Tours } from './screens.tsx'
import classes from './landing.module.css'

const features = [
  {
    icon: IconRobot,
    title: t('AI Agent Management'),
    text: t(
      'Create agents from a model, a prompt and the tools you grant. Every run is durable: it survives a restart, can be cancelled and never repeats an effect silently.',
    ),
  },
  {
    icon: IconChartHistogram,
    title: t('Real-time Analytics'),
    text: t(
      'Watch each step as it happens. Runs, success, response time and cost are metered to the millionth of a dollar, per agent and per organization.',
    ),
  },
  {
    icon: IconBuildingSkyscraper,
    title: t('Multi-tenant SaaS'),
    text: t('Every organization has its own members, models, keys and limits. The database itself isolates them.'),
  },
]

/** Product goals, never measured results, which only an operator could have, unless the operator sets others (LANDING_CLAIMS). */
function readClaims(): readonly string[] {
  const own = document.querySelector<HTMLMetaElement>('meta[name="landing-claims"]')?.content
  if (own === undefined) return [t('Built for 10,000+ AI agents'), t('97% precision target')]
  return own.split(';').flatMap((claim) => (claim.trim() === '' ? [] : [claim.trim()]))
}

const audiences = [
  { title: t('Marketing'), text: t('Lists, segments, campaigns and their results in one place, without a developer.') },
  { title: t('Support and operations'), text: t('Agents and workflows take over repeated work; people decide where it matters.') },
  {
    title: t('Engineering'),
    text: t('Every screen is an API operation. Runs survive restarts, and tenants are isolated in the database.'),
  },
]

const commands = 'git clone <this repository> imperium && cd imperium\nnpm start'

/** /: product overview, sign-in and registration. */
export function LandingPage() {
  useDocumentTitle(productName())
  return (
    <PublicFrame>
      <main className={classes.landing}>
        <section className={classes.hero}>
          <h1 className={classes.name}>{productName()}</h1>
          <p className={classes.tagline}>{t('Where AI Meets ALL')}</p>
          <p className={classes.pitch}>
            {t('Build AI agents for your organization, run them on real work, and see what each run did and what it cost.')}
          </p>
          <div className={classes.calls}>
            <Button component={Link} to="/register" size="md">
              {t('Start Your Empire')}
            </Button>
            <Button component={Link} to="/login" size="md" variant="default">
              {t('Sign In')}
            </Button>
          </div>
          <ul className={classes.aims}>
            {readClaims().map((claim) => (
              <li key={claim}>{claim}</li>
            ))}
          </ul>
        </section>
        <OverviewScreen />
        <section className={classes.features} aria-label={t('Features')}>
          {features.map(({ icon: Glyph, title, text }) => (
            <article key={title} className={classes.feature}>
              <span className={classes.featureIcon}>
                <Glyph size={20} stroke={1.7} aria-hidden />
              </span>
              <h2 className={classes.featureTitle}>{title}</h2>
              <p className={classes.featureText}>{text}</p>
            </article>
          ))}
        </section>
        <Tours />
        <section className={classes.audiences} aria-labelledby="for-whom">
          <h2 id="for-whom" className={classes.sectionTitle}>
            {t('Who it is for')}
          </h2>
          <dl className={classes.columns}>
            {audiences.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className={classes.hosting} aria-labelledby="self-hosting">
          <div>
            <h2 id="self-hosting" className={classes.tourTitle}>
              {t('Self-hosted in two commands')}
            </h2>
            <p className={classes.featureText}>
              {t('You need Node 20 or newer, npm and git. The first start brings its own database; your data stays on your machine.')}
            </p>
          </div>
          <pre className={classes.commands} tabIndex={0} aria-label={t('Commands')}>
            {commands}
          </pre>
        </section>
        <section className={classes.closing}>
          <h2 className={classes.closingTitle}>{t('Your first agent runs in a minute')}</h2>
          <p className={classes.featureText}>{t('A new organization starts with a sandbox model that needs no key and no account.')}</p>
          <Button component={Link} to="/register" variant="default" size="md" className={classes.closingButton}>
            {t('Get Started Free')}
          </Button>
        </section>
      </main>
    </PublicFrame>
  )
}
