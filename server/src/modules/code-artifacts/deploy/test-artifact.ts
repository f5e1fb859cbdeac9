import type { ArtifactLanguage, CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockVersion } from '../change-artifacts.ts'
import type { Waiting } from '../change-artifacts.ts'
import { readArtifact } from '../read-artifact.ts'
import { findVersion, setTestRun } from '../store.ts'
import { askPrepared } from '../verdict/ask-verdict.ts'
import { runTests } from './run-artifact.ts'
import type { Tested } from './run-artifact.ts'

async function tested(orgId: string, language: ArtifactLanguage, code: string, tests: string): Promise<Tested> {
  const [codeReply, testReply] = [await askPrepared(orgId, language, code), await askPrepared(orgId, language, tests)]
  const failed = (message: string): Tested => ({ passed: false, results: [], message })
  if ('refusal' in codeReply) return failed(codeReply.refusal)
  if ('refusal' in testReply) return failed(testReply.refusal)
  return runTests(orgId, codeReply.prepared.body, testReply.prepared.body)
}

/** Runs the tests of a version in the sandbox. @throws 404; 409 for a newer version, another language, and one without tests */
export async function testArtifact({ clock }: Platform, context: Waiting, id: string, version: number): Promise<CodeArtifact> {
  const { language, code, tests } = await context.inOrg(async (tx) => {
    const row = await lockVersion(tx, id, version)
    const written = found(await findVersion(tx, id, version))
    return { language: row.language as ArtifactLanguage, code: written.code, tests: written.tests }
  })
  if (!['javascript', 'typescript'].includes(language))
    throw conflict('Only JavaScript and TypeScript are run. Other languages are judged, reviewed, downloaded and deployed to their place.')
  if (tests.trim() === '') throw conflict('This version has no tests.')
  const result = await tested(context.org.id, language, code, tests)
  return context.inOrg(async (tx) => {
    await setTestRun(tx, id, { version, ...result }, clock.now())
    const artifact = await readArtifact(context, tx, id)
    context.audit({ targetId: id, targetName: artifact.name, after: { version, passed: result.passed } })
    return artifact
  })
}
