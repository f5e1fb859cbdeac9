import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { hierarchyLinks } from '@imperium/contract/hierarchy/links.ts'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { holdingQuery, linksChanged } from './api.ts'
import styles from '../../ui/styles.module.css'

/** The holding that this organization is linked to, or the code that links it. Only the owner sees it. */
export function HoldingCard() {
  const refusal = useGate('hierarchy:link')
  const holding = useQuery(holdingQuery)
  const leave = useMutation({
    mutationFn: () => call(hierarchyLinks.leave),
    meta: { success: t('Link ended'), failure: t('The link could not be ended'), invalidates: linksChanged },
  })
  if (holding.data === undefined) return null
  const linked = holding.data
  if (linked === null) return <JoinForm refusal={refusal} />
  async function askToLeave(name: string): Promise<void> {
    if (
      await confirm({
        title: t('End link'),
        message: t('Are you sure you want to end the link to {name}?', { name }),
        action: t('End link'),
      })
    )
      leave.mutate(undefined)
  }
  return (
    <Card title={t('Holding')}>
      <div className={styles.between}>
        <p className={styles.text}>
          {t('Linked to {name} ({node}) since {date}. It sees totals of this organization, and nothing else.', {
            name: linked.organizationName,
            node: linked.nodeName,
            date: linked.linkedAt === null ? '' : formatDate(linked.linkedAt),
          })}
        </p>
        <Button
          variant="default"
          onClick={() => void askToLeave(linked.organizationName)}
          disabled={refusal !== undefined || leave.isPending}
          title={refusal}
        >
          {t('End link')}
        </Button>
      </div>
    </Card>
  )
}

function JoinForm({ refusal }: { refusal: string | undefined }) {
  const [code, setCode] = useState('')
  const join = useMutation({
    mutationFn: async () => {
      const offer = await call(hierarchyLinks.preview, { body: { code } })
      const message = t(
        '{name} then sees totals of this organization: users, contacts, agents, campaigns and workflows. It sees nothing else.',
        {
          name: offer.organizationName,
        },
      )
      const question = { title: t('Link to {name}?', { name: offer.organizationName }), message, action: t('Link'), danger: false }
      return (await confirm(question)) ? call(hierarchyLinks.join, { body: { code } }) : null
    },
    meta: { failure: t('The link could not be accepted'), invalidates: linksChanged },
    onSuccess: (holding) => {
      if (holding) setCode('')
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    join.mutate()
  }
  return (
    <Card title={t('Holding')}>
      <form className={styles.stack8} onSubmit={submit}>
        <p className={styles.text}>{t('If this organization belongs to a holding on this platform, its owner can give you a code.')}</p>
        <div className={styles.row}>
          <TextInput
            aria-label={t('Code of the holding')}
            placeholder={t('Code of the holding')}
            value={code}
            maxLength={100}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={refusal !== undefined || join.isPending || code.trim() === ''} title={refusal}>
            {t('Link to holding')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
