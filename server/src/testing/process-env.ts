/** What a process of a test needs of this one's environment: the programs of the machine, and the compiled modules that all of them share. */
export const processEnv = (): Record<string, string> =>
  Object.fromEntries(['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
