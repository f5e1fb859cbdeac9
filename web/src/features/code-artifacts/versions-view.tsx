import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import { versionQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

/** The versions, and the difference between the newest and a chosen one. */
export function VersionsView({ artifact }: { artifact: CodeArtifact }) {
  const { versions, version } = artifact
  const [base, setBase] = useState(Math.max(1, version - 1))
  const earlier = versions.filter((each) => each.version < version)
  return (
    <div className={styles.stack}>
      <ul className={`${styles.list} ${classes.rows}`} aria-label={t('Versions')}>
        {versions.map((each) => (
          <li key={each.version}>
            <span>
              {t('Version {version}', { version: each.version })} · <code>{each.hash.slice(0, 12)}</code>
              {!each.syntaxValid && ` · ${t('Syntax errors detected')}`}
            </span>
            <span className={styles.muted}>
              {each.authorName}, {formatMoment(each.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {earlier.length > 0 && (
        <>
          <Select
            label={t('Compare version {version} with', { version })}
            allowDeselect={false}
            value={String(base)}
            data={earlier.map((each) => ({ value: String(each.version), label: t('Version {version}', { version: each.version }) }))}
            onChange={(next) => next !== null && setBase(Number(next))}
          />
          <Difference artifact={artifact} base={base} />
        </>
      )}
    </div>
  )
}

function Difference({ artifact: { id, code, version }, base }: { artifact: CodeArtifact; base: number }) {
  const { data, error } = useQuery(versionQuery(id, base))
  if (error) return <p className={styles.text}>{t('The version could not be loaded')}</p>
  if (!data) return <Skeleton height={240} radius={12} aria-busy />
  return <LineDiff before={data.code} after={code} label={t('Changes from version {from} to {to}', { from: base, to: version })} />
}
