import { t } from '../../lib/words.ts'
import campaignDark from './screens/campaign-dark.webp'
import campaignLight from './screens/campaign-light.webp'
import dashboardDark from './screens/dashboard-dark.webp'
import dashboardLight from './screens/dashboard-light.webp'
import runDark from './screens/run-dark.webp'
import runLight from './screens/run-light.webp'
import workflowDark from './screens/workflow-dark.webp'
import workflowLight from './screens/workflow-light.webp'
import classes from './landing.module.css'

const size = { width: 1280, height: 800 }

interface Picture {
  light: string
  dark: string
  alt: string
}

const overview: Picture = {
  light: dashboardLight,
  dark: dashboardDark,
  alt: t('The dashboard with figures of agents, campaigns, workflows and conversations'),
}

const tours: readonly (Picture & { title: string; text: string })[] = [
  {
    light: runLight,
    dark: runDark,
    alt: t('A run of an agent with its output, time and cost'),
    title: t('Agents that show their work'),
    text: t('Ask a question, watch each step live, and see what it cost. Every version of a prompt is kept and can be compared.'),
  },
  {
    light: campaignLight,
    dark: campaignDark,
    alt: t('The results of a campaign: delivered, opened, clicked'),
    title: t('Campaigns that respect consent'),
    text: t(
      'Import a list, choose a segment, and write by email, SMS or WhatsApp. Each contact gets a message once, and only with consent.',
    ),
  },
  {
    light: workflowLight,
    dark: workflowDark,
    alt: t('A workflow on the canvas with its connected steps'),
    title: t('Workflows you can follow'),
    text: t('Webhooks, schedules and events start them. They decide, wait, ask people and run agents, and each run is shown step by step.'),
  },
]

/** The page's mode decides which of the two is shown; the hidden one is not loaded. */
function Screen({ light, dark, alt, isFirst = false }: Picture & { isFirst?: boolean }) {
  const priority = isFirst ? { fetchPriority: 'high' as const } : {}
  return (
    <div className={classes.screen}>
      <img src={light} alt={alt} {...size} loading="lazy" decoding="async" {...priority} data-mode="light" />
      <img src={dark} alt={alt} {...size} loading="lazy" decoding="async" {...priority} data-mode="dark" />
    </div>
  )
}

/** Screens of the product, filled with its demo data. */
export const OverviewScreen = () => <Screen {...overview} isFirst />

export function Tours() {
  return (
    <section className={classes.tours} aria-label={t('What it does')}>
      {tours.map(({ title, text, ...picture }) => (
        <article key={title} className={classes.tour}>
          <div>
            <h2 className={classes.tourTitle}>{title}</h2>
            <p className={classes.featureText}>{text}</p>
          </div>
          <Screen {...picture} />
        </article>
      ))}
    </section>
  )
}
