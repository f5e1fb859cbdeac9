/** The token of a mailed link. It stands in the fragment, which a browser sends to no server (SEC-15). */
export const linkToken = (): string => new URLSearchParams(location.hash.replace(/^#/, '')).get('token') ?? ''
