import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { ArtifactsSearch } from './artifacts-search.ts'

const silent = { silent: true } as const

export const artifactsQuery = ({ q, status, type }: ArtifactsSearch) => ({
  ...pages(codeArtifacts.list, { query: { limit: 100, status: status ?? 'all', type: type ?? 'all', ...(q ? { q } : {}) } }),
  staleTime: 10_000,
  meta: silent,
})
export const statsQuery = { ...query(codeArtifacts.stats), staleTime: 10_000, meta: silent }
export const artifactQuery = (id: string) => ({ ...query(codeArtifacts.read, { params: { id } }), staleTime: 10_000, meta: silent })
/** A version is never changed. */
export const versionQuery = (id: string, version: number) => ({
  ...query(codeArtifacts.readVersion, { params: { id, version } }),
  staleTime: Infinity,
  meta: silent,
})

export const changed = [keyOf(codeArtifacts.list), keyOf(codeArtifacts.stats), keyOf(codeArtifacts.read)]

export const deployMutation = mutation(codeArtifacts.deploy, {
  success: t('Artifact deployed successfully!'),
  failure: t('Failed to deploy artifact'),
  invalidates: changed,
})
export const rollbackMutation = mutation(codeArtifacts.rollback, {
  success: t('Rolled back'),
  failure: t('The rollback failed'),
  invalidates: changed,
})
export const setSecretMutation = mutation(codeArtifacts.setSecret, {
  success: t('Secret saved'),
  failure: t('The secret could not be saved'),
  invalidates: changed,
})
export const removeSecretMutation = mutation(codeArtifacts.removeSecret, {
  success: t('Secret deleted'),
  failure: t('The secret could not be deleted'),
  invalidates: changed,
})
export const requestReviewMutation = mutation(codeArtifacts.requestReview, {
  success: t('Review requested'),
  failure: t('The review could not be requested'),
  invalidates: changed,
})
export const reviewMutation = mutation(codeArtifacts.review, {
  success: t('Review saved'),
  failure: t('The review could not be saved'),
  invalidates: changed,
})
export const commentMutation = mutation(codeArtifacts.comment, {
  success: t('Comment saved'),
  failure: t('The comment could not be saved'),
  invalidates: changed,
})
export const testMutation = mutation(codeArtifacts.test, { failure: t('The tests could not be run'), invalidates: changed })
export const removeMutation = mutation(codeArtifacts.remove, {
  success: t('Artifact deleted'),
  failure: t('The artifact could not be deleted'),
  invalidates: [keyOf(codeArtifacts.list), keyOf(codeArtifacts.stats)],
})
