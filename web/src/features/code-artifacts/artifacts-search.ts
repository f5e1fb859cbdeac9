import { artifactStatuses, artifactTypes } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

export const artifactTabs = ['code', 'review', 'tests', 'versions', 'deployments'] as const
export type ArtifactTab = (typeof artifactTabs)[number]

/** The page's state in the URL. */
export interface ArtifactsSearch {
  q?: string
  status?: (typeof artifactStatuses)[number]
  type?: (typeof artifactTypes)[number]
  create?: true
  /** The open artifact, and its tab. */
  artifact?: string
  tab?: ArtifactTab
  /** Its editor is open. */
  edit?: true
}

/** Parses the page's URL and drops invalid values. */
export const parseArtifactsSearch = (search: Record<string, unknown>): ArtifactsSearch =>
  withoutBlanks<ArtifactsSearch>({
    q: textOf(search['q']),
    status: oneOf(artifactStatuses, search['status']),
    type: oneOf(artifactTypes, search['type']),
    create: flagOf(search['create']),
    artifact: textOf(search['artifact'], 40),
    tab: oneOf(artifactTabs, search['tab']),
    edit: flagOf(search['edit']),
  })
