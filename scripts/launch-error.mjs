/** An error that the user must fix; its message is shown without a stack. */
export class LaunchError extends Error {}

/** Runs a script's main function: a LaunchError is printed as its message, with exit code 1. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(`\n${error.message}\n`)
    process.exitCode = 1
  }
}
