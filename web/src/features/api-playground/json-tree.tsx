import classes from './playground.module.css'

/** JSON as a tree whose branches open and close. */
export function JsonTree({ value, name = '', depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === '' ? null : <span className={classes.treeName}>{name}: </span>
  if (typeof value !== 'object' || value === null)
    return (
      <div className={classes.leaf}>
        {label}
        <span data-type={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</span>
      </div>
    )
  const entries = Object.entries(value)
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  return (
    <details className={classes.branch} open={depth < 4}>
      <summary>
        {label}
        {size}
      </summary>
      {entries.slice(0, 500).map(([key, each]) => (
        <JsonTree key={key} name={key} value={each} depth={depth + 1} />
      ))}
    </details>
  )
}
