import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Bundle, bundleLimits, bundles } from '@imperium/contract/bundles/bundles.ts'
import type { BundleComparison } from '@imperium/contract/bundles/bundles.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ImportButton } from '../../ui/form/import-button.tsx'
import { applyMutation, compareMutation } from './api.ts'
import { BundleDialog } from './bundle-dialog.tsx'
import styles from '../../ui/styles.module.css'

interface Compared {
  bundle: Bundle
  comparison: BundleComparison
  isApplied: boolean
}

/** The organization as code: a file out, a file in, with what it would change shown before. */
export function BundleCard() {
  const [compared, setCompared] = useState<Compared | null>(null)
  const compare = useMutation(compareMutation)
  const apply = useMutation(applyMutation)
  const save = useMutation({
    mutationFn: () => downloadFile(bundles.export, {}),
    meta: { failure: t('The bundle could not be exported') },
  })
  const show = (bundle: Bundle) =>
    compare.mutate({ body: bundle }, { onSuccess: (comparison) => setCompared({ bundle, comparison, isApplied: false }) })
  const run = ({ bundle }: Compared) =>
    apply.mutate({ body: bundle }, { onSuccess: (comparison) => setCompared({ bundle, comparison, isApplied: true }) })
  return (
    <Card title={t('Organization as code')}>
      <div className={styles.stack}>
        <p className={styles.text18}>
          {t(
            'Agents, workflows, templates, segments, record types, reports, brand and permission sets as one file: to keep in git, and to take from staging to production. Secrets are never in it.',
          )}
        </p>
        <div className={styles.row}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            onClick={() => save.mutate()}
            loading={save.isPending}
          >
            {t('Export')}
          </Button>
          <ImportButton
            schema={Bundle}
            mostBytes={bundleLimits.bytes}
            wrongFile={(file) => t('{file} is not a bundle of an organization.', { file })}
            onContent={show}
            disabled={compare.isPending}
            refusal={undefined}
          />
        </div>
      </div>
      <BundleDialog
        comparison={compared?.comparison ?? null}
        isApplied={compared?.isApplied ?? false}
        busy={apply.isPending}
        onApply={() => compared && run(compared)}
        onClose={() => setCompared(null)}
      />
    </Card>
  )
}
