interface Place {
  host: string
  port: number
}

const placeOf = (url: URL): Place => ({
  host: url.hostname.toLowerCase().replace(/\.$/, ''),
  port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
})

/**
 * Whether a secret bound to these hosts may be sent to the URL. An entry without a port means https on port 443: plain http or another
 * port needs an explicit port. `*.example.com` matches subdomains, not the domain itself.
 */
export function isBoundTo(hosts: readonly string[], url: URL): boolean {
  const { host, port } = placeOf(url)
  return hosts.some((entry) => {
    const [, name = '', wanted] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry.toLowerCase()) ?? []
    if (wanted === undefined ? url.protocol !== 'https:' || port !== 443 : Number(wanted) !== port) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
  })
}
