import { argumentOf, describeOption, optionNames } from './config-options.ts'

/** The text of `npm start -- --help`. */
export function renderConfigHelp(): string {
  const lines = optionNames.map((name) => {
    const option = describeOption(name)
    const facts = [option.choices?.join(' | '), option.default ? `default ${option.default}` : undefined].filter(
      (fact) => fact !== undefined,
    )
    return `  ${name}${facts.length > 0 ? `  (${facts.join('; ')})` : ''}\n      ${option.doc.replaceAll('`', '')}`
  })
  return [
    'Imperium: npm start [-- --setting=value ...]',
    '',
    `Every setting is an environment variable or an argument: PORT=8080 npm start, or npm start -- --${argumentOf('PORT')}=8080.`,
    '',
    ...lines,
    '',
  ].join('\n')
}

/** The same as the table of `docs/operations.md`, between its markers. */
export function renderConfigTable(): string {
  const rows = optionNames.map((name) => {
    const option = describeOption(name)
    const choices = option.choices === undefined ? '' : ` One of ${option.choices.map((choice) => `\`${choice}\``).join(', ')}.`
    return `| \`${name}\` | ${option.default ? `\`${option.default}\`` : ''} | ${option.doc}${choices}${option.secret ? ' _Secret._' : ''} |`
  })
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
