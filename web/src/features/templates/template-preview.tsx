import '@mantine/core/styles/Rating.layer.css'
import { Button, Modal, Rating as Stars, Skeleton } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { templates } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { call } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatNumber } from '../../lib/format.ts'
import { reportError } from '../../lib/query-client.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { refreshTemplates, templateQuery } from './api.ts'
import { Rating, Tags } from './template-card.tsx'
import { TemplateMessage, TemplatePrompt } from './template-content.tsx'
import { byText, otherIcon, templateIcons } from './template-labels.ts'
import classes from './preview.module.css'

/** Draws the graph of a workflow in the height that is around it. */
export type Graph = ComponentType<{ definition: WorkflowDefinition }>

interface TemplatePreviewProps {
  templateKey: string
  graph: Graph
  busy: boolean
  onUse: (template: Template) => void
  onClose: () => void
}

/** The contents of a template, shown before its use. */
export function TemplatePreview({ templateKey, graph, busy, onUse, onClose }: TemplatePreviewProps) {
  const { data, error, refetch } = useQuery(templateQuery(templateKey))
  const refusal = useGate('templates:write')
  return (
    <Modal.Root opened onClose={onClose} size="760px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg" classNames={{ content: classes.content }}>
        <Modal.Header>
          <Modal.Title>{data ? translateMessage(data.name) : t('Template')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close the preview')} />
        </Modal.Header>
        <div className={classes.body}>
          {error && !data && (
            <ErrorState plain error={error} title={t('This template could not be loaded')} onRetry={() => void refetch()} />
          )}
          {!error && !data && <Skeleton height={320} radius={12} />}
          {data && <Details template={data} content={data.content} graph={graph} onGone={onClose} />}
        </div>
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button
            disabled={!data || refusal !== undefined || busy}
            title={refusal}
            onClick={() => {
              if (data) onUse(data)
            }}
          >
            {t('Use This Template')}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface DetailsProps {
  template: Template
  content: unknown
  graph: Graph
  onGone: () => void
}

function Details({ template, content, graph: DrawnGraph, onGone }: DetailsProps) {
  const { description, included, includedKeys, tags, uses, category } = template
  const Glyph = templateIcons[template.icon] ?? otherIcon
  const definition = category === 'workflow' ? definitionOf(content, template.type === 'official') : null
  return (
    <>
      <div className={classes.head}>
        <span className={classes.icon}>
          <Glyph size={20} stroke={1.7} aria-hidden />
        </span>
        <dl className={classes.facts}>
          <Fact label={t('Author')}>{byText(template)}</Fact>
          <Fact label={t('Rating')}>
            <Rating template={template} />
          </Fact>
          <Fact label={t('Uses')}>{formatNumber(uses)}</Fact>
        </dl>
        <OwnRating template={template} />
      </div>
      <p className={classes.text}>{translateMessage(description)}</p>
      {definition && (
        <div className={classes.graph}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <DrawnGraph definition={definition} />
          </Suspense>
        </div>
      )}
      {category === 'campaign' && <TemplateMessage content={content} />}
      {category === 'agent' && <TemplatePrompt content={content} />}
      <section>
        <h3 className={classes.heading}>{t("What's Included")}</h3>
        <ul className={classes.included}>
          {included.map((each, at) => (
            <li key={`${at}${each}`}>{translateMessage({ message: each, ...includedKeys[at] })}</li>
          ))}
        </ul>
      </section>
      <Tags tags={tags} />
      <Tools template={template} onGone={onGone} />
    </>
  )
}

function definitionOf(content: unknown, isOfficial: boolean): WorkflowDefinition | null {
  if (typeof content !== 'object' || content === null || !('definition' in content)) return null
  const definition = WorkflowDefinition.safeParse(content.definition).data ?? null
  if (!definition || !isOfficial) return definition
  return { ...definition, steps: definition.steps.map((step) => ({ ...step, name: translateMessage(step.name) })) }
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const countedAfterMs = 2_000

/** One rating per user; clicking the same star again removes it. */
function OwnRating({ template: { key, myRating, name } }: { template: Template }) {
  const client = useQueryClient()
  const rate = useMutation({
    mutationFn: (stars: number) => call(templates.rate, { params: { key }, body: { stars } }),
    meta: { failure: t('The rating could not be saved') },
    onSuccess: () => {
      refreshTemplates(client)
      // A job updates the average a moment later.
      setTimeout(() => refreshTemplates(client), countedAfterMs)
    },
  })
  const shown = rate.isPending ? rate.variables : (myRating ?? 0)
  return (
    <fieldset className={classes.own}>
      <legend>{t('Your rating')}</legend>
      <Stars
        classNames={{ starSymbol: classes.star ?? '' }}
        value={shown}
        onChange={(stars) => rate.mutate(stars === myRating ? 0 : stars)}
        getSymbolLabel={(stars) =>
          stars === 0 ? t('No rating of {name}', { name: translateMessage(name) }) : t('{stars} of 5 stars', { stars })
        }
      />
    </fieldset>
  )
}

/** What else can be done with a template: taken along as a file, and an own one withdrawn. */
function Tools({ template: { key, isMine, name }, onGone }: { template: Template; onGone: () => void }) {
  const client = useQueryClient()
  const refusal = useGate('templates:write')
  const withdraw = useMutation({
    mutationFn: () => call(templates.remove, { params: { key } }),
    meta: { failure: t('The template could not be withdrawn'), success: t('Template withdrawn') },
    onSuccess: () => {
      onGone()
      client.removeQueries({ queryKey: templateQuery(key).queryKey })
      refreshTemplates(client)
    },
  })
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to withdraw "{name}"? What was made from it stays.', { name })
    if (await confirm({ title: t('Withdraw template'), message, action: t('Withdraw') })) withdraw.mutate()
  }
  const save = () =>
    void downloadFile(templates.export, { params: { key } }).catch((error: unknown) =>
      reportError(error, t('The template could not be exported')),
    )
  return (
    <div className={classes.tools}>
      <Button variant="subtle" size="xs" leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />} onClick={save}>
        {t('Export')}
      </Button>
      {isMine && (
        <Button
          variant="subtle"
          size="xs"
          color="red"
          leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined || withdraw.isPending}
          title={refusal}
          onClick={() => void ask()}
        >
          {t('Withdraw')}
        </Button>
      )}
    </div>
  )
}
