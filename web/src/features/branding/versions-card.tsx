import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { restoreMutation, versionsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './branding.module.css'

/** Every saved version; restoring one saves it as the newest. Nothing before the first. */
export function VersionsCard({ refused }: { refused: string | undefined }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(versionsQuery)
  const restore = useMutation(restoreMutation)
  const versions = data?.pages.flatMap(({ rows }) => rows) ?? []
  if (versions.length === 0) return null
  async function ask(version: number): Promise<void> {
    const message = t('The settings of version {version} become the current ones. Nothing is lost: the present ones stay in the list.', {
      version,
    })
    if (await confirm({ title: t('Restore version {version}', { version }), message, action: t('Restore'), danger: false }))
      restore.mutate({ params: { version } })
  }
  return (
    <Card title={t('Versions')}>
      <ul className={styles.list}>
        {versions.map(({ version, settings, savedBy, savedAt, isCurrent }) => (
          <li key={version} className={classes.version}>
            <span className={classes.swatches} aria-hidden>
              {[settings.primary, settings.secondary, settings.accent].map((color, at) => (
                <span key={at} className={classes.swatch} style={{ background: color }} />
              ))}
            </span>
            <span className={styles.grow}>
              {t('Version {version}', { version })} <span className={styles.small}>{savedBy}</span>
            </span>
            <span className={styles.small}>
              <RelativeTime at={savedAt} />
            </span>
            {isCurrent ? (
              <span className={styles.small}>{t('Current')}</span>
            ) : (
              <Button
                variant="subtle"
                size="xs"
                disabled={refused !== undefined || restore.isPending}
                title={refused}
                aria-label={t('Restore version {version}', { version })}
                onClick={() => void ask(version)}
              >
                {t('Restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="xs" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}
