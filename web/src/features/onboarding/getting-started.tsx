import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconHierarchy2, IconRobot, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Goal, Onboarding, OnboardingStep } from '@imperium/contract/onboarding/onboarding.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink, useOrgTarget } from '../../ui/page/org-link.tsx'
import { chooseMutation, hasChecklist, onboardingQuery } from './api.ts'
import classes from './onboarding.module.css'

const goalCards = [
  {
    goal: 'agent',
    step: 'create-agent',
    icon: IconRobot,
    title: t('Run an AI agent'),
    text: t('Ask it your own question and watch each step.'),
  },
  {
    goal: 'campaign',
    step: 'import-contacts',
    icon: IconSpeakerphone,
    title: t('Send a campaign'),
    text: t('Import a list of contacts and write to them.'),
  },
  {
    goal: 'workflow',
    step: 'publish-workflow',
    icon: IconHierarchy2,
    title: t('Automate a task'),
    text: t('Connect a webhook or a schedule to steps.'),
  },
] as const satisfies readonly { goal: Goal; step: OnboardingStep; [key: string]: unknown }[]

const stepTexts: Record<OnboardingStep, { label: string; path: string }> = {
  'verify-email': { label: t('Verify your email address'), path: 'profile' },
  'create-agent': { label: t('Create an AI agent'), path: 'agents?create=true' },
  'run-agent': { label: t('Run an agent on your own question'), path: 'agents' },
  'import-contacts': { label: t('Import your contacts'), path: 'contacts/import' },
  'send-campaign': { label: t('Send your first campaign'), path: 'campaigns?create=true' },
  'publish-workflow': { label: t('Publish your first workflow'), path: 'workflows?create=true' },
  'run-workflow': { label: t('Let a workflow run to its end'), path: 'workflows' },
  'invite-member': { label: t('Invite a member'), path: 'settings/team' },
}

/** The question for a first goal, then the steps that are left. Nothing for a role that can do none of them. */
export function GettingStarted() {
  const { data } = useQuery(onboardingQuery)
  if (!data || !hasChecklist(data)) return null
  return data.asked ? <Checklist onboarding={data} /> : <GoalChoice steps={data.steps} />
}

function GoalChoice({ steps }: Pick<Onboarding, 'steps'>) {
  const choose = useMutation(chooseMutation)
  const save = (goal: Goal | null) => choose.mutate({ body: { goal, dismissed: false } })
  return (
    <Card
      title={t('What do you want to do first?')}
      aside={
        <Button variant="subtle" color="gray" size="compact-sm" disabled={choose.isPending} onClick={() => save(null)}>
          {t('Skip')}
        </Button>
      }
    >
      <ul className={classes.goals}>
        {goalCards
          .filter(({ step }) => steps.some(({ id }) => id === step))
          .map(({ goal, icon: Glyph, title, text }) => (
            <li key={goal}>
              <button type="button" className={classes.goal} disabled={choose.isPending} onClick={() => save(goal)}>
                <span className={classes.goalIcon}>
                  <Glyph size={18} stroke={1.7} aria-hidden />
                </span>
                <span>
                  <span className={classes.goalTitle}>{title}</span>
                  <span className={classes.goalText}>{text}</span>
                </span>
              </button>
            </li>
          ))}
      </ul>
    </Card>
  )
}

function Checklist({ onboarding: { goal, steps } }: { onboarding: Onboarding }) {
  const hide = useMutation(chooseMutation)
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <Card
      title={next ? t('First steps') : t('All first steps are done')}
      aside={
        <span className={classes.aside}>
          {t('{done} of {count} done', { done, count: steps.length })}
          <ActionIcon
            aria-label={t('Hide the first steps')}
            title={t('Hide the first steps')}
            disabled={hide.isPending}
            onClick={() => hide.mutate({ body: { goal, dismissed: true } })}
          >
            <IconX size={15} stroke={1.8} aria-hidden />
          </ActionIcon>
        </span>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.id} className={classes.step} data-done={step.done || undefined} data-next={step === next || undefined}>
            <span className={classes.mark}>{step.done && <IconCheck size={13} stroke={2.4} aria-hidden />}</span>
            {step.done ? (
              <span>
                {stepTexts[step.id].label}
                <span className={classes.spoken}>{t(', done')}</span>
              </span>
            ) : (
              <OrgLink path={stepTexts[step.id].path} className={classes.stepLink}>
                {stepTexts[step.id].label}
              </OrgLink>
            )}
          </li>
        ))}
      </ol>
      {next && <NextStep id={next.id} />}
    </Card>
  )
}

function NextStep({ id }: { id: OnboardingStep }) {
  const { label, path } = stepTexts[id]
  const { to, search } = useOrgTarget(path)
  return (
    <Button component={Link} to={to} search={search} className={classes.next}>
      {label}
    </Button>
  )
}
