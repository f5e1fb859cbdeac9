/** The token of an emailed link. It is in the fragment, which browsers do not send to servers (SEC-15). */
export const linkToken = (): string => new URLSearchParams(location.hash.replace(/^#/, '')).get('token') ?? ''
