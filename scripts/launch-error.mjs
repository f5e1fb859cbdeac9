/** Something a person must settle; its message is shown without a stack. */
export class LaunchError extends Error {}

/** Runs a script's main function: a LaunchError becomes its sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(`\n${error.message}\n`)
    process.exitCode = 1
  }
}
