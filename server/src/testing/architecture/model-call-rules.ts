import type { SourceFile } from './source-file.ts'

/** Where a call is reserved, marked as sent and settled. */
const guard = 'server/src/modules/ai-models/spend/guard.ts'
/** What makes the client, and its type. */
const makers = /^server\/src\/platform\/(llm\/|(create-)?platform\.ts$)/
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)

/** Every way to get at the client: a member, a name taken out of the platform, or a client of one's own. */
const reachesModels = /\.llm\b(?!\/)|\{[^{}\n]*\bllm\b[^{}\n]*\}\s*(?::|=)|\bcreateLlm\b|\bcreate(?:Provider|Embedding|Image)Model\b/

export function checkModelCalls(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/src/') && path !== guard && !makers.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          reachesModels.test(line) ? [`${path}:${index + 1} reaches a model past ${guard}, which reserves and settles each call`] : [],
        ),
    )
}
