import { runLine } from '../admin/run-line.ts'

/** Runs the operator's command line in this process; returns its exit code and output. */
export async function runAdmin(line: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const add = (text: string) => void lines.push(text)
  const code = await runLine(line, env, { print: add, complain: add })
  return { code, output: lines.join('\n') }
}
